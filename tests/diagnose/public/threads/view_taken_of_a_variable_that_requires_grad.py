# A view is taken while the leaf is made, and the gradient is looked for on the view.
# plain: completes
# expect: non_leaf_grad
# tensor: b
import torch

a = torch.tensor([1.0, 2.0, 3.0]).view(1, 3)
b = torch.tensor([4.0, 5.0, 6.0], requires_grad=True).view(3, 1)
c = a.mm(b).sum()
c.backward()
print(b.grad)
