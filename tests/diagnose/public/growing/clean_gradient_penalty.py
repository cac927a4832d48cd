# A second derivative is part of each loss.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(ROUNDS):
    x = torch.randn(4, 3, requires_grad=True)
    (slope,) = torch.autograd.grad(net(x).tanh().sum(), x, create_graph=True)
    loss = slope.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
