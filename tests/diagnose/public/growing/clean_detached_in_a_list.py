# The list takes detached tensors.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(net(x).sigmoid().detach())
print(torch.stack(losses).mean())
