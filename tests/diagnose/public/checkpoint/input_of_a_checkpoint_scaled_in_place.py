# A block is checkpointed and its input scaled in place afterwards: it cannot be computed again.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch.utils.checkpoint import checkpoint

fc, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 1)


def block(z):
    return torch.relu(fc(z))


x = torch.randn(2, 4)
h = head.weight + x
y = checkpoint(block, h, use_reentrant=False)  #! saved
h.mul_(0.5)  #! edit
out = head(y + h).sum()
out.backward()  #! raise
