# Predictions of an evaluation loop are collected with their graphs.
# plain: completes
# expect: graph_grows
# tensor: preds
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.zero_grad()
net(torch.randn(8, 3)).pow(2).mean().backward()
opt.step()
preds = []
for batch in range(ROUNDS):
    x = torch.randn(4, 3)
    preds.append(net(x).sigmoid())  #! here
print(torch.cat(preds).mean() > 0.5)
