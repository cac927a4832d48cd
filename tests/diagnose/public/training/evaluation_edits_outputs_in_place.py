# Evaluation edits its outputs in place under no_grad: no graph, nothing to break.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid())
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(torch.randn(4, 3)).mean().backward()
    opt.step()
    with torch.no_grad():
        p = net(torch.randn(4, 3))
        p[p > 0.5] = 1
        p *= 100
