import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
opt = torch.optim.SGD(net[1].parameters(), lr=0.1)
net[0].requires_grad_(False)
net(torch.ones(3, 2)).mean().backward()
opt.step()
