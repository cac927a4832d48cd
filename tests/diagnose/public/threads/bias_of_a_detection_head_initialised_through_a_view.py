# A detector sets the prior of its head through a view of the bias.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: b
import math

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, anchors=3, classes=2):
        super().__init__()
        self.conv = nn.Conv2d(4, anchors * (5 + classes), 1)
        b = self.conv.bias.view(anchors, -1)
        b[:, 4] += math.log(8 / 80**2)  #! edit raise


Head()
