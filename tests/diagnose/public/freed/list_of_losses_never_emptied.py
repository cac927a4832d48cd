# Losses are summed every second step, and the list is never emptied.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for step in range(4):
    losses.append(net(torch.randn(2, 3)).pow(2).mean())
    if (step + 1) % 2 == 0:
        opt.zero_grad()
        sum(losses).backward()  #! raise
        opt.step()
