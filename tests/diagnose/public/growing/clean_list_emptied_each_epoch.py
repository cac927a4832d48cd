# A list is emptied after its losses were sent backward.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
pending = []
for step in range(2 * ROUNDS):
    pending.append(net(torch.randn(8, 3)).exp().mean())
    if len(pending) == 2:
        opt.zero_grad()
        sum(pending).backward()
        opt.step()
        pending.clear()
