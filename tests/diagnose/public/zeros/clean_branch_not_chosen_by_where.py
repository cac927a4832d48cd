# where() takes every element of one branch.
# plain: completes
# expect: nothing
import torch
from torch import nn

left, right = nn.Linear(2, 1), nn.Linear(2, 1)
x = torch.rand(4, 2)
out = torch.where(x[:, :1] >= 0, left(x), right(x))
(out - 1).pow(2).sum().backward()
