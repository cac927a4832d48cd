import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)  #! here
net[1] = nn.Linear(2, 1)
net(torch.ones(3, 2)).mean().backward()
opt.step()
