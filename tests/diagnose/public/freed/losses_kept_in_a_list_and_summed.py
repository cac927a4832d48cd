# Losses of several steps are summed from a list that is never emptied.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
losses = []
for step in range(6):
    losses.append((net(torch.randn(1, 2)) - 1).pow(2).mean())
    if (step + 1) % 2 == 0:
        total = sum(losses)
        opt.zero_grad()
        total.backward()  #! raise
        opt.step()
