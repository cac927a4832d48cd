# The best loss so far begins at infinity
# plain: completes
# expect: nothing

import torch
from torch import nn

best = torch.tensor(float("inf"))
net = nn.Linear(2, 1)
for _ in range(3):
    loss = net(torch.ones(1, 2)).pow(2).mean()
    loss.backward()
    best = torch.minimum(best, loss.detach())
print(best)
