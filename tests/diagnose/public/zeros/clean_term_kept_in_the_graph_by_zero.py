# A module that is not used is added with factor zero, as distributed training asks for.
# plain: completes
# expect: nothing
import torch
from torch import nn

used, unused = nn.Linear(2, 1), nn.Linear(2, 1)
x = torch.rand(3, 2)
loss = (used(x) - 1).pow(2).mean() + 0.0 * sum(p.sum() for p in unused.parameters())
loss.backward()
