# A tensor hook multiplies the gradient in place; the other operand of the sum was handed the same tensor.
# plain: completes
# expect: unknown the hook edits a gradient that another branch shares, so b.grad is scaled as well
import torch

a = torch.ones(3, requires_grad=True)
b = torch.ones(3, requires_grad=True)
u, v = a * 1, b * 1
v.register_hook(lambda grad: grad.mul_(10))
u.register_hook(lambda grad: print("of u", grad.tolist()))
((v + u) * torch.ones(3)).sum().backward()
print(a.grad, b.grad)
