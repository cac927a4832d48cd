import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
nn.init.constant_(net[0].bias, -9.0)
h = torch.relu(net[0](torch.ones(4, 2)))  #! here
(net[1](h) - 1).pow(2).mean().backward()
opt.step()
