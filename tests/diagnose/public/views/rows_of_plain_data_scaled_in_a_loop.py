# The same loop over data that needs no gradient: allowed.
# plain: completes
# expect: nothing
import torch
from torch import nn

data = torch.rand(3, 4)
for row in data:
    row /= row.sum()
for piece in data.chunk(2, dim=1):
    piece -= 0.1
nn.Linear(4, 1)(data).sum().backward()
