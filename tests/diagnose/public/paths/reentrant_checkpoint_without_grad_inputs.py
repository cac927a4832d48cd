# A frozen stem feeds a checkpointed block; with use_reentrant=True and inputs that need no gradient the output has none.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

stem = nn.Linear(3, 4).requires_grad_(False)
block = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
h = stem(torch.randn(2, 3))
out = checkpoint(block, h, use_reentrant=True)  #! cut
loss = out.sum()
loss.backward()  #! raise
