# The same with gradients that are filled with zeros.
# plain: completes
# expect: order_of_calls
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.randn(8, 3)
for step in range(3):
    net(x).pow(2).mean().backward()
    opt.zero_grad(set_to_none=False)  #! here
    opt.step()
