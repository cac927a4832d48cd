# A row of the attention weights is zeroed after softmax.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
q, k, v = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)
x = torch.randn(2, 5, 4)
scores = torch.softmax(q(x) @ k(x).transpose(-1, -2), -1)
scores[:, 0, :] = 0
(scores @ v(x)).sum().backward()  #! raise
