# A recurrent agent stores hidden states with their graph in a deque and replays them after the graph was used.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
from collections import deque

import torch
from torch import nn

cell, head = nn.GRUCell(2, 4), nn.Linear(4, 1)
memory = deque(maxlen=4)
hidden = torch.zeros(1, 4)
for t in range(3):
    hidden = cell(torch.randn(1, 2), hidden)
    memory.append((hidden, torch.randn(1, 1)))

for epoch in range(2):
    loss = sum((head(h) - y).pow(2).mean() for h, y in memory)
    loss.backward()  #! raise
