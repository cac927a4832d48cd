# A network for a regression ends in a ReLU, and its output is always 0.
# plain: completes
# expect: zero_gradient
# cause: dead_relu
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1), nn.ReLU())
nn.init.constant_(net[2].bias, -8.0)
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.rand(10, 2), torch.ones(10, 1)
for epoch in range(3):
    opt.zero_grad()
    out = net(x)  #! birth here
    loss = (out - y).pow(2).mean()
    loss.backward()
    opt.step()
assert not any(p.grad.any() for p in net.parameters())
