# Noise is scaled in place where nothing has saved it.
# plain: completes
# expect: nothing
import torch
from torch import nn
net = nn.Sequential(nn.Linear(3, 8), nn.SiLU(), nn.Linear(8, 3))
x = torch.randn(4, 3)
for t in range(3):
    eps = net(x)
    x = x - 0.1 * eps * eps.sigmoid()
    eps.mul_(0.5)
    x += eps
x.pow(2).sum().backward()
