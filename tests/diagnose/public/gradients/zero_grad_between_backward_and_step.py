# The weights do not change: the gradients are cleared just before the step.
# plain: completes
# expect: order_of_calls
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for step in range(3):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.zero_grad()  #! here
    opt.step()
