# Predictions are collected under no_grad.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.zero_grad()
net(torch.randn(8, 3)).pow(2).mean().backward()
opt.step()
preds = []
with torch.no_grad():
    for batch in range(ROUNDS):
        preds.append(net(torch.randn(4, 3)).sigmoid())
print(torch.cat(preds).shape)
