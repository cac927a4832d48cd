# A step whose loss is not finite is skipped
# plain: completes
# expect: nothing

import torch
from torch import nn

net = nn.Linear(1, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in (1.0, float("nan"), 2.0):
    loss = net(torch.full((1, 1), x)).mean()
    if not torch.isfinite(loss):
        continue
    opt.zero_grad()
    loss.backward()
    opt.step()
