# A feature pyramid adds upsampled maps in place to fresh lateral convolutions: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

laterals = nn.ModuleList(nn.Conv2d(c, 4, 1) for c in (2, 3, 4))
maps = [torch.randn(1, c, s, s) for c, s in ((2, 8), (3, 4), (4, 2))]
tops = [lateral(m) for lateral, m in zip(laterals, maps)]
for i in (2, 1):
    tops[i - 1] += F.interpolate(tops[i], scale_factor=2)
sum(t.mean() for t in tops).backward()
