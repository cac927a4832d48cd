# One sample of the third round spoils the weights, and every later loss is NaN
# plain: completes
# expect: non_finite
# cause: division_by_zero

import torch
from torch import nn

net = nn.Linear(1, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(12):
    x = torch.full((2, 1), 0.0 if step == 3 else 1.0)
    scale = x.mean().sqrt()
    ratio = net(x) / scale  #! birth
    loss = ratio.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
