# A U-Net writes its skip and its result into one buffer instead of torch.cat.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 4, 3, padding=1)
        self.mid = nn.Conv2d(4, 4, 3, padding=1)
        self.up = nn.Conv2d(8, 1, 3, padding=1)
    def forward(self, x):
        d = torch.relu(self.down(x))
        buf = torch.zeros(x.size(0), 8, *x.shape[2:])
        buf[:, :4] = d
        m = torch.sigmoid(self.mid(buf[:, :4]))
        buf[:, 4:] = m
        return self.up(buf)

net = UNet()
loss = net(torch.randn(2, 1, 8, 8)).pow(2).mean()
loss.backward()  #! raise
