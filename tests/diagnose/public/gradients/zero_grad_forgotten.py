# The loss goes down and then up again; nobody ever clears the gradients.
# plain: completes
# expect: gradient_accumulates
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for step in range(4):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()  #! here
