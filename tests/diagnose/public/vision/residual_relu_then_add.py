# A residual block with relu(inplace=True) on what sigmoid saved.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class Res(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1, self.c2 = nn.Conv2d(2, 2, 3, padding=1), nn.Conv2d(2, 2, 3, padding=1)
        self.relu = nn.ReLU(inplace=True)
    def forward(self, x):
        y = torch.sigmoid(self.c1(x))
        y = self.c2(self.relu(y)) + y
        y += x
        return self.relu(y)

net = nn.Sequential(Res(), Res())
net(torch.randn(1, 2, 6, 6)).mean().backward()  #! raise
