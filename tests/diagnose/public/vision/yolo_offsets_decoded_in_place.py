# Box decoding: offsets pass through sigmoid, then the grid is added and the stride multiplied in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: xy
import torch
from torch import nn

head = nn.Conv2d(4, 5, 1)
features = torch.randn(2, 4, 3, 3)
pred = head(features).permute(0, 2, 3, 1)
ys, xs = torch.meshgrid(torch.arange(3.0), torch.arange(3.0), indexing="ij")
grid = torch.stack([xs, ys], -1)
xy = pred[..., :2].sigmoid()  #! saved
xy += grid  #! edit
xy *= 8
wh = pred[..., 2:4].exp() * 16
boxes = torch.cat([xy - wh / 2, xy + wh / 2], -1)
loss = nn.functional.smooth_l1_loss(boxes, torch.zeros_like(boxes))
loss.backward()  #! raise
