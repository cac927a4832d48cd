import torch
from torch import nn
from torch.nn import functional as F


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        scale = torch.sigmoid(self.fc(F.adaptive_avg_pool2d(x, 1)))  # saved
        scale += 0.5  # edit
        return x * scale


class ConvBlock(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(cout)
        self.act = nn.ReLU(inplace=True)
        self.se = SqueezeExcite(cout)

    def forward(self, x):
        return self.se(self.act(self.norm(self.conv(x))))
