# The loss is a number that is made a tensor again.
# plain: completes
# expect: leaf_root
import torch
from torch import nn
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(5, 3), torch.randn(5, 1)
pred = net(x)
loss = torch.tensor(((pred - y) ** 2).mean().item(), requires_grad=True)
opt.zero_grad()
loss.backward()
opt.step()
