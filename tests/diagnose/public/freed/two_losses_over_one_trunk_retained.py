# The same with retain_graph on the first: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn

trunk = nn.Sequential(nn.Linear(4, 8), nn.Sigmoid())
head_a, head_b = nn.Linear(8, 1), nn.Linear(8, 1)
opt = torch.optim.SGD([*trunk.parameters(), *head_a.parameters(), *head_b.parameters()], lr=0.1)
for _ in range(2):
    h = trunk(torch.randn(3, 4))
    opt.zero_grad()
    head_a(h).pow(2).mean().backward(retain_graph=True)
    head_b(h).abs().mean().backward()
    opt.step()
