# Losses are added up on purpose and sent backward once.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0
for step in range(ROUNDS):
    total = total + net(torch.randn(8, 3)).exp().mean()
opt.zero_grad()
total.backward()
opt.step()
