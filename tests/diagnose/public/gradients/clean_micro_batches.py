# Gradients of four micro-batches add up before each step.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(8):
    (net(torch.randn(2, 3)).pow(2).mean() / 4).backward()
    if (i + 1) % 4 == 0:
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad()
