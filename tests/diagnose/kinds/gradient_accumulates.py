import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    net(torch.ones(3, 2)).pow(2).mean().backward()
    opt.step()  #! here
