# A training loop with two checkpointed blocks, one of them with BatchNorm: each step comes after the backward pass.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
first, second = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Tanh()), nn.Linear(3, 3)
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
for step in range(3):
    total = 0.0
    optimizer.zero_grad()
    for part in range(2):
        x = torch.randn(4, 3, requires_grad=True)
        h = checkpoint(first, x, use_reentrant=False)
        y = checkpoint(second, h, use_reentrant=True)
        y = checkpoint(second, y, use_reentrant=True)
        total = total + y.pow(2).mean()
    total.backward()
    optimizer.step()
    with torch.no_grad():
        checkpoint(second, h, use_reentrant=False)
