# A deque is meant to be bounded, and was made without maxlen.
# plain: completes
# expect: graph_grows
# tensor: recent
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
from collections import deque

recent = deque()
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    recent.append(net(x).exp().mean())  #! here
print(len(recent))
