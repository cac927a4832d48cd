# Pre-activation block: the in-place relu runs on the block's input, which the shortcut's convolution has used already.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x
import torch
from torch import nn
import torch.nn.functional as F


class PreAct(nn.Module):
    def __init__(self):
        super().__init__()
        self.shortcut = nn.Conv2d(3, 3, 1)
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x):
        short = self.shortcut(x)  #! saved
        y = F.relu(x, inplace=True)  #! edit
        return self.conv(y) + short


stem, block = nn.Conv2d(1, 3, 3), PreAct()
out = block(stem(torch.randn(2, 1, 6, 6)))
out.mean().backward()  #! raise
