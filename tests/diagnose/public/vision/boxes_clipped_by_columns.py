# A detection head decodes boxes and clips their columns in place after their exponent was saved.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU())
        self.offsets = nn.Conv2d(4, 4, 1)

    def forward(self, image):
        raw = self.offsets(self.features(image)).flatten(2).transpose(1, 2)
        centre = raw[..., :2].sigmoid()
        size = raw[..., 2:].exp()  #! saved
        size[..., 0].clamp_(max=2.0)  #! edit
        return torch.cat([centre - size / 2, centre + size / 2], -1)


head = Head()
opt = torch.optim.Adam(head.parameters())
boxes = head(torch.randn(1, 3, 4, 4))
wanted = torch.rand_like(boxes)
loss = nn.functional.smooth_l1_loss(boxes, wanted)
loss.backward()  #! raise
