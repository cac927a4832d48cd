# A generator of sequences keeps the position in a tensor and increments it after each lookup; the lookup has saved the index.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: pos
import torch
from torch import nn

tokens, positions = nn.Embedding(6, 4), nn.Embedding(8, 4)
cell = nn.GRUCell(4, 4)
h = torch.zeros(2, 4)
pos = torch.zeros(2, dtype=torch.long)
token = torch.tensor([1, 2])
for t in range(3):
    h = cell(tokens(token) + positions(pos), h)  #! saved
    pos += 1  #! edit
h.sum().backward()  #! raise
