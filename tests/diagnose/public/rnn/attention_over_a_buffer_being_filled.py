# Each step attends over the rows of a buffer written so far, then writes its own row into it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: memory
import torch
from torch import nn

torch.manual_seed(0)
cell, score = nn.RNNCell(3, 4), nn.Linear(4, 1)
xs = torch.randn(4, 3)
memory = torch.zeros(4, 4)
h = torch.zeros(1, 4)
for t in range(4):
    if t:
        weights = score(memory[:t]).softmax(0)
        h = h + (weights * memory[:t]).sum(0, keepdim=True)  #! saved
    h = cell(xs[t : t + 1], h)
    memory[t] = h[0]  #! edit
h.sum().backward()  #! raise
