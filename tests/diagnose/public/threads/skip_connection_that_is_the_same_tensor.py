# A super-resolution net keeps out = x for its skip and then edits x; the mended line had a clone.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x | out
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 2, 3, padding=1)
        self.scale = nn.Conv1d(2, 2, 1)

    def forward(self, x):
        out = x
        y = self.scale(x)  #! saved
        out += self.conv(y).tanh()  #! edit
        return out * y


x = torch.randn(1, 2, 6) * nn.Parameter(torch.ones(1))
Block()(x).mean().backward()  #! raise
