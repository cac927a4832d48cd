# The losses of a batch are collected and turned into a tensor that requires grad.
# plain: completes
# expect: unreached_parameters
import torch
from torch import nn
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for x in torch.randn(4, 5, 3):
    losses.append(net(x).pow(2).mean())
loss = torch.tensor(losses, requires_grad=True).mean()
opt.zero_grad()
loss.backward()
opt.step()
