# Logits in the thousands before a softmax.
# plain: completes
# expect: zero_gradient
# cause: saturated
import torch
from torch import nn

net = nn.Linear(2, 3)
with torch.no_grad():
    net.weight.copy_(torch.tensor([[1000.0, 1000.0], [0.0, 0.0], [-1000.0, 0.0]]))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    p = torch.softmax(net(torch.ones(3, 2)), dim=-1)  #! birth here
    (p - 1 / 3).pow(2).sum().backward()
    opt.step()
assert not net.weight.grad.any()
