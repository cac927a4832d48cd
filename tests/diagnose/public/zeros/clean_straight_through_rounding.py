# Rounded forward, and as if it were not backward.
# plain: completes
# expect: nothing
import torch
from torch import nn

w = nn.Parameter(torch.tensor([1.2, 3.7]))
q = w + (w.round() - w).detach()
(q - 2).pow(2).sum().backward()
