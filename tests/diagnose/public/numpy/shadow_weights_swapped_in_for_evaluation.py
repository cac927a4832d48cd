# EMA weights are swapped in through .data for an evaluation between forward and backward, and swapped out again.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
shadow = [p.detach().clone() * 0.9 for p in net.parameters()]
loss = net(torch.randn(2, 3)).pow(2).mean()
kept = [p.data for p in net.parameters()]
for p, s in zip(net.parameters(), shadow):
    p.data = s
with torch.no_grad():
    print(net(torch.ones(1, 3)).shape)
for p, k in zip(net.parameters(), kept):
    p.data = k
loss.backward()
