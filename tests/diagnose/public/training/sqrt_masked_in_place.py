# Distances: sqrt is taken, then the zero ones are set in place; sqrt had saved its result.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: dist
import torch
from torch import nn

net = nn.Linear(3, 2)
z = net(torch.randn(5, 3))
square = (z[:, None] - z[None]).pow(2).sum(-1)
dist = torch.sqrt(square + 1e-8)  #! saved
dist[torch.eye(5).bool()] = 0  #! edit
loss = torch.relu(1 - dist).mean()
loss.backward()  #! raise
