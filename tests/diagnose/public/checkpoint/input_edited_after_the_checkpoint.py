# The input of a checkpointed block is edited in place after the forward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

stem, block = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh())
h = stem(torch.randn(2, 3))
y = checkpoint(block, h, use_reentrant=True)  #! saved
h.add_(1)  #! edit
(y + h).sum().backward()  #! raise
