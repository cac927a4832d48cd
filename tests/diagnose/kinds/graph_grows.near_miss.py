import torch
from torch import nn

layer = nn.Linear(2, 1)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
total = 0.0
for _ in range(4):
    opt.zero_grad()
    layer(torch.ones(3, 2)).pow(2).mean().backward()
    opt.step()
    total = total + layer(torch.ones(3, 2)).exp().mean().detach()
