# A hard decision by sign() in the middle of a network.
# plain: completes
# expect: zero_gradient
# cause: rounded
import torch
from torch import nn

a, b = nn.Linear(3, 4), nn.Linear(4, 1)
x = torch.rand(5, 3)
h = torch.sign(a(x))  #! birth here
(b(h) - 1).pow(2).sum().backward()
assert not a.weight.grad.any() and b.weight.grad.any()
