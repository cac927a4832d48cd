# The second factor of a low-rank adapter starts at zero: the first gets its gradient later.
# plain: completes
# expect: nothing
import torch
from torch import nn

down, up = nn.Linear(4, 2, bias=False), nn.Linear(2, 4, bias=False)
nn.init.zeros_(up.weight)
opt = torch.optim.SGD([*down.parameters(), *up.parameters()], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    (up(down(torch.ones(3, 4))) - 1).pow(2).mean().backward()
    opt.step()
