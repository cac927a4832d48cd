# A gradient penalty: the second derivative of a ReLU is zero.
# plain: completes
# expect: nothing
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
x = torch.rand(3, 2, requires_grad=True)
(g,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
((g.norm(dim=1) - 1) ** 2).mean().backward()
