# Metrics are summed in a defaultdict with += on detached losses.
# plain: completes
# expect: nothing
from collections import defaultdict

import torch
from torch import nn

model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
totals = defaultdict(float)
for _ in range(3):
    out = model(torch.randn(4, 3))
    losses = {"fit": out.pow(2).mean(), "size": out.abs().mean()}
    loss = sum(losses.values())
    opt.zero_grad()
    loss.backward()
    opt.step()
    for name, value in losses.items():
        totals[name] += value.detach()
print(sorted(totals))
