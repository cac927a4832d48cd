# Node features of a graph are updated one after the other in the same tensor.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch import nn

neighbours = {0: [1], 1: [0, 2], 2: [1]}
lin = nn.Linear(3, 3)
h = lin(torch.randn(3, 3))
for node, others in neighbours.items():
    message = torch.tanh(lin(h[others].mean(0)))
    h[node] = message * h[node]  #! saved edit
h.sum().backward()  #! raise
