# Channels of an activation are scaled one by one through slices, after a convolution has used it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x
import torch
from torch import nn

stem, gate = nn.Conv2d(1, 3, 1), nn.Conv2d(3, 3, 1)
x = stem(torch.rand(1, 1, 4, 4))
g = gate(x).mean((2, 3))  #! saved
for c in range(3):
    x[:, c] *= g[:, c].view(1, 1, 1)  #! edit
x.sum().backward()  #! raise
