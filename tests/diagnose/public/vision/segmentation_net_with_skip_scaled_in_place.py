# A segmentation net scales an encoder feature in place after the decoder's convolution has saved it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: skip
import torch
from torch import nn
from torch.nn import functional as F


class Double(nn.Sequential):
    def __init__(self, given, made):
        super().__init__(nn.Conv2d(given, made, 3, padding=1), nn.GroupNorm(1, made), nn.SiLU())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.deep = Double(1, 4), Double(4, 4)
        self.gate = nn.Conv2d(4, 4, 1)
        self.up, self.out = Double(8, 4), nn.Conv2d(4, 2, 1)

    def forward(self, x):
        skip = self.down(x)
        deep = self.deep(F.max_pool2d(skip, 2))
        gate = torch.sigmoid(self.gate(skip))  #! saved
        skip.mul_(gate.mean())  #! edit
        up = F.interpolate(deep, scale_factor=2, mode="nearest")
        return self.out(self.up(torch.cat([skip, up], 1)))


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.01)
images, labels = torch.randn(2, 1, 4, 4), torch.randint(0, 2, (2, 4, 4))
loss = F.cross_entropy(net(images), labels)
loss.backward()  #! raise
opt.step()
