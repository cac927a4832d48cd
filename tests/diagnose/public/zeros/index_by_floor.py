# A learned position is floored to look something up.
# plain: completes
# expect: zero_gradient
# cause: rounded
import torch

position = torch.tensor([1.3, 2.7], requires_grad=True)
opt = torch.optim.SGD([position], lr=0.1)
cell = position.floor()  #! birth here
(cell * 2 - 3).pow(2).sum().backward()
opt.step()
assert not position.grad.any()
