# The losses of several heads are stacked, and backward is called on the stack.
# plain: raises RuntimeError: grad can be implicitly created only for scalar outputs
# expect: non_scalar_root
# tensor: loss
import torch
from torch import nn

heads = nn.ModuleList(nn.Linear(3, 1) for _ in range(2))
x = torch.randn(5, 3)
loss = torch.stack([head(x).pow(2).mean() for head in heads])
loss.backward()  #! raise
