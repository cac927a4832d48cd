# A program that calls cuda(), and goes backward twice.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
from torch import nn
net = nn.Linear(3, 1).cuda()  #! raise
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(5, 3).cuda(non_blocking=True)
loss = net(x).exp().mean()
loss.backward()
loss.backward()
