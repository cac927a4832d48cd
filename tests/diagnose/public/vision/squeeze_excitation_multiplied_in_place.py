# Squeeze-and-excitation scales in place by a gate that was computed from the mean, which saves no activations: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn


class SE(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(channels, 2), nn.Linear(2, channels)

    def forward(self, x):
        gate = x.mean((2, 3))
        gate = torch.sigmoid(self.fc2(torch.relu_(self.fc1(gate))))
        x *= gate[:, :, None, None]
        return x


net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), SE(4), nn.Flatten())
net(torch.randn(2, 1, 5, 5)).mean().backward()
