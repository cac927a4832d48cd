# A residual branch is scaled by a parameter that starts at zero.
# plain: completes
# expect: nothing
import torch
from torch import nn

branch, alpha = nn.Linear(3, 3), nn.Parameter(torch.zeros(3))
x = torch.rand(2, 3)
(x + alpha * torch.tanh(branch(x))).pow(2).sum().backward()
