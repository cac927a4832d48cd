# The same merge under no_grad, but between forward and backward, on a layer whose input needs a gradient.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.a = nn.Parameter(torch.randn(rank, base.in_features))
        self.b = nn.Parameter(torch.ones(base.out_features, rank))

    def forward(self, x):
        return x @ self.a.T @ self.b.T + self.base(x)  #! saved

    @torch.no_grad()
    def merge(self):
        self.base.weight += self.b @ self.a  #! edit


stem, layer = nn.Linear(3, 4), Adapted(nn.Linear(4, 2))
loss = layer(stem(torch.randn(5, 3))).pow(2).mean()
layer.merge()
loss.backward()  #! raise
