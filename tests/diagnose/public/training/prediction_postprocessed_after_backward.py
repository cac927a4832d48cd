# The output image is clamped and scaled in place after backward, for saving.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.Sigmoid())
x = torch.rand(1, 1, 6, 6)
out = net(x)
loss = (out - x).abs().mean()
loss.backward()
out.data.mul_(255)
out.detach().clamp_(0, 255)
print(out.max().item() <= 255)
