# The same with pos = pos + 1: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn

tokens, positions = nn.Embedding(6, 4), nn.Embedding(8, 4)
cell = nn.GRUCell(4, 4)
h = torch.zeros(2, 4)
pos = torch.zeros(2, dtype=torch.long)
for t in range(3):
    h = cell(tokens(torch.tensor([1, 2])) + positions(pos), h)
    pos = pos + 1
h.sum().backward()
