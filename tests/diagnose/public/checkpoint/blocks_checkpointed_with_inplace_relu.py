# Checkpointed residual blocks whose first relu is in place and edits the block's input when the block runs again.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
blocks = nn.ModuleList(nn.Sequential(nn.Linear(4, 4), nn.ReLU(inplace=True), nn.Linear(4, 4)) for _ in range(3))
x = torch.randn(2, 4, requires_grad=True)
h = x
for block in blocks:
    h = h + checkpoint(block, h, use_reentrant=False)
h.sum().backward()
