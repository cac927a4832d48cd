# The whole sequence goes backward at its end.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
cell = nn.RNNCell(3, 3)
for epoch in range(2):
    h = torch.zeros(4, 3)
    for t in range(ROUNDS):
        h = cell(torch.randn(4, 3), h)
    opt.zero_grad()
    net(h).pow(2).mean().backward()
    opt.step()
