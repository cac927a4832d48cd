# The same head as it was mended: a detached view, and a new parameter.
# plain: completes
# expect: nothing
import math

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, anchors=3, classes=2):
        super().__init__()
        self.conv = nn.Conv2d(4, anchors * (5 + classes), 1)
        b = self.conv.bias.view(anchors, -1).detach()
        b[:, 4] += math.log(8 / 80**2)
        b[:, 5:] += math.log(0.6 / (classes - 0.99))
        self.conv.bias = nn.Parameter(b.view(-1), requires_grad=True)

    def forward(self, x):
        return self.conv(x)


head = Head()
head(torch.randn(1, 4, 2, 2)).pow(2).mean().backward()
