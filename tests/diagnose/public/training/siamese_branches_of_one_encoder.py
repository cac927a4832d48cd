# Two names for one encoder on purpose, both sides with gradients; an evaluation under a third name without.
# plain: completes
# expect: nothing
import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
left = right = encoder
module = encoder
opt = torch.optim.Adam(encoder.parameters(), lr=1e-3)
for step in range(3):
    a, b, same = torch.randn(6, 4), torch.randn(6, 4), torch.randint(0, 2, (6,)).float()
    gap = (left(a) - right(b)).pow(2).sum(1)
    loss = (same * gap + (1 - same) * torch.relu(1 - gap)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        print(module(a).norm())
