# Reversible blocks: each half is added in place to the other, which a checkpoint keeps.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x2
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Reversible(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(d, d), nn.Tanh())
        self.g = nn.Sequential(nn.Linear(d, d), nn.Tanh())

    def forward(self, x1, x2):
        x1 += checkpoint(self.f, x2, use_reentrant=False)  #! saved
        x2 += checkpoint(self.g, x1, use_reentrant=False)  #! edit
        return x1, x2


blocks = nn.ModuleList(Reversible(4) for _ in range(2))
x1, x2 = nn.Linear(4, 8)(torch.randn(3, 4)).chunk(2, -1)
x1, x2 = x1.clone(), x2.clone()
for block in blocks:
    x1, x2 = block(x1, x2)
(x1 * x2).sum().backward()  #! raise
