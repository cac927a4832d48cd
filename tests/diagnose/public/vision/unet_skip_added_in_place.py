# A U-Net adds its skip to a sigmoid's result in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(c, c, 3, padding=1)
        self.gate = nn.Conv2d(c, c, 1)
    def forward(self, x, skip):
        x = torch.sigmoid(self.conv(x))
        x += skip
        return x * torch.sigmoid(self.gate(x))

net = Block(3)
x = torch.randn(2, 3, 8, 8)
net(x, x).mean().backward()  #! raise
