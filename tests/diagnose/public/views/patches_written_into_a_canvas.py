# Overlapping patches are added into a canvas slice by slice and the counts divided out at the end.
# plain: completes
# expect: nothing
import torch
from torch import nn

conv = nn.Conv2d(1, 1, 3, padding=1)
image = torch.randn(1, 1, 8, 8)
canvas, counts = torch.zeros(1, 1, 8, 8), torch.zeros(1, 1, 8, 8)
for top in (0, 4):
    for left in (0, 2, 4):
        canvas[:, :, top : top + 4, left : left + 4] += conv(image[:, :, top : top + 4, left : left + 4])
        counts[:, :, top : top + 4, left : left + 4] += 1
out = canvas / counts
out.pow(2).mean().backward()
