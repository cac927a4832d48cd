# A hook sets the gradient to zero on purpose.
# plain: completes
# expect: nothing
import torch
from torch import nn

w = nn.Parameter(torch.ones(2))
w.register_hook(torch.zeros_like)
(w * 3).sum().backward()
