# The backbone is frozen, and the head trains.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

body, head = nn.Linear(3, 4).requires_grad_(False), nn.Linear(4, 1)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    (head(F.relu(body(torch.rand(5, 3)))) - 1).pow(2).mean().backward()
    opt.step()
