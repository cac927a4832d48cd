import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
nn.init.constant_(net[1].bias, -9.0)
loss = torch.relu(net(torch.ones(4, 2))).mean()  # a hinge that is met
loss.backward()
