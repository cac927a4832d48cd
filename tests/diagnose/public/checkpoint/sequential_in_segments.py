# checkpoint_sequential over a deep network with dropout, in both variants.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential

net = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Dropout(0.2)) for _ in range(6)])
for reentrant in (False, True):
    x = torch.randn(3, 4, requires_grad=True)
    checkpoint_sequential(net, 3, x, use_reentrant=reentrant).sum().backward()
