# A state is detached after each window.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
cell = nn.RNNCell(3, 3)
h = torch.zeros(4, 3)
for window in range(ROUNDS):
    for t in range(3):
        h = cell(torch.randn(4, 3), h)
    loss = net(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    h = h.detach()
