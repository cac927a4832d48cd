# Affine coupling layers turn a Gaussian into two moons.
import math

import torch
from torch import nn

torch.manual_seed(0)


class Coupling(nn.Module):
    def __init__(self, flip, hidden=16):
        super().__init__()
        self.kept, self.moved = (1, 0) if flip else (0, 1)
        self.scale = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, 1), nn.Tanh())
        self.shift = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, x):
        kept = x[:, self.kept].unsqueeze(1)
        s = self.scale(kept).squeeze(1)
        t = self.shift(kept).squeeze(1)
        x[:, self.moved] = x[:, self.moved] * torch.exp(s) + t
        return x, s


class Flow(nn.Module):
    def __init__(self, layers=4):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(flip=bool(i % 2)) for i in range(layers))

    def forward(self, x):
        log_det = torch.zeros(len(x))
        z = x.clone()
        for layer in self.layers:
            z, s = layer(z)
            log_det = log_det + s
        return z, log_det

    def log_prob(self, x):
        z, log_det = self(x)
        base = -0.5 * (z**2).sum(1) - math.log(2 * math.pi)
        return base + log_det


def moons(count):
    angle = math.pi * torch.rand(count)
    upper = torch.stack([angle.cos(), angle.sin()], 1)
    lower = torch.stack([1 - angle.cos(), 0.5 - angle.sin()], 1)
    which = (torch.rand(count, 1) > 0.5).float()
    return which * upper + (1 - which) * lower + 0.05 * torch.randn(count, 2)


flow = Flow()
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)

for step in range(2):
    loss = -flow.log_prob(moons(16)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
