# A hinge loss at zero: every margin is kept.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

w = nn.Linear(2, 1)
nn.init.constant_(w.bias, 50.0)
opt = torch.optim.SGD(w.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    F.relu(1 - w(torch.rand(4, 2))).mean().backward()
    opt.step()
