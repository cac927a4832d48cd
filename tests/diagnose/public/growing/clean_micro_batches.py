# Gradients of micro-batches are accumulated.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    opt.zero_grad()
    for micro in range(ROUNDS):
        loss = net(torch.randn(8, 3)).pow(2).mean() / ROUNDS
        loss.backward()
    opt.step()
