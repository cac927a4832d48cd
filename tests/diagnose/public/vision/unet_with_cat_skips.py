# A small U-Net: in-place relu everywhere, skips joined by cat, sizes matched by padding.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.down2, self.bottom = block(1, 4), block(4, 8), block(8, 8)
        self.up2 = nn.ConvTranspose2d(8, 8, 2, stride=2)
        self.up1 = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.dec2, self.dec1, self.last = block(16, 8), block(8, 4), nn.Conv2d(4, 1, 1)

    def forward(self, x):
        skip1 = self.down1(x)
        skip2 = self.down2(F.max_pool2d(skip1, 2))
        y = self.bottom(F.max_pool2d(skip2, 2))
        y = self.up2(y)
        y = F.pad(y, [0, skip2.size(3) - y.size(3), 0, skip2.size(2) - y.size(2)])
        y = self.dec2(torch.cat([skip2, y], 1))
        y = self.up1(y)
        y = F.pad(y, [0, skip1.size(3) - y.size(3), 0, skip1.size(2) - y.size(2)])
        return self.last(self.dec1(torch.cat([skip1, y], 1)))


net = UNet()
opt = torch.optim.AdamW(net.parameters())
image, mask = torch.randn(2, 1, 10, 10), torch.randint(0, 2, (2, 1, 10, 10)).float()
for _ in range(2):
    opt.zero_grad()
    F.binary_cross_entropy_with_logits(net(image), mask).backward()
    opt.step()
