# A spatial attention map computed from x by a convolution, then x *= map.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x
import torch
from torch import nn


class SpatialAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.squeeze = nn.Conv2d(4, 1, 1)

    def forward(self, x):
        gate = torch.sigmoid(self.squeeze(x))  #! saved
        x *= gate  #! edit
        return x


net = nn.Sequential(nn.Conv2d(1, 4, 3), SpatialAttention(), nn.Flatten(), nn.LazyLinear(2))
loss = net(torch.randn(2, 1, 5, 5)).logsumexp(1).mean()
loss.backward()  #! raise
