# Gradients are dropped one by one, and by the module.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for i in range(3):
    if i == 1:
        net.zero_grad()
    else:
        for p in net.parameters():
            p.grad = None
    net(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
