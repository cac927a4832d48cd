# Two heads, stepped one after the other: the trunk's weights are not needed again.
# plain: completes
# expect: nothing
import torch
from torch import nn
trunk, head_a, head_b = nn.Linear(4, 6), nn.Linear(6, 1), nn.Linear(6, 1)
opt = torch.optim.SGD([*trunk.parameters(), *head_a.parameters(), *head_b.parameters()], lr=0.1)
x, ya, yb = torch.randn(5, 4), torch.randn(5, 1), torch.randn(5, 1)
h = torch.relu(trunk(x))
loss_a = (head_a(h) - ya).pow(2).mean()
loss_b = (head_b(h) - yb).pow(2).mean()
opt.zero_grad()
loss_a.backward(retain_graph=True)
opt.step()
opt.zero_grad()
loss_b.backward()
opt.step()
