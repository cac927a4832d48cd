# The norm is read after the step, with a limit that changes nothing.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    net(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), float("inf"))
