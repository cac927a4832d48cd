# A forward pass in a loop, and no backward pass at all.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
h = torch.zeros(2, 1)
outs = []
for t in range(ROUNDS):
    h = net(torch.randn(2, 3)).tanh() + h
    outs.append(h.exp())
print(len(outs))
