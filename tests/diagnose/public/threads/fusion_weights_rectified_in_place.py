# Weighted fusion with nn.ReLU(inplace=True) on the weight parameter itself.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
import torch
from torch import nn


class Fuse(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, a, b):
        weight = self.relu(self.weight)  #! edit raise
        weight = weight / (weight.sum() + 1e-4)
        return weight[0] * a + weight[1] * b


Fuse()(torch.randn(3), torch.randn(3)).sum().backward()
