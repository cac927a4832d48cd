# Counts without derivatives are added up.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
hits = 0
for step in range(ROUNDS):
    out = net(torch.randn(8, 3))
    loss = out.pow(2).mean()
    hits = hits + (out > 0).float().sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(hits.shape)
