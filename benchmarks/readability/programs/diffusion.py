# Denoising diffusion of short signals with a moving average of the weights.
import copy
import math

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
LENGTH, STEPS = 16, 20
betas = torch.linspace(1e-4, 0.02, STEPS)
alphas_bar = torch.cumprod(1 - betas, 0)


class TimeEmbedding(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.net = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))

    def forward(self, t):
        half = self.width // 2
        frequencies = torch.exp(-math.log(1000.0) * torch.arange(half) / half)
        angles = t[:, None] * frequencies[None]
        return self.net(torch.cat([angles.sin(), angles.cos()], 1))


class ResidualBlock(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(2, channels), nn.Conv1d(channels, channels, 3, padding=1)
        self.norm2, self.conv2 = nn.GroupNorm(2, channels), nn.Conv1d(channels, channels, 3, padding=1)
        self.time = nn.Linear(width, channels)

    def forward(self, x, embedding):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(embedding)[:, :, None]
        return x + self.conv2(F.silu(self.norm2(h)))


class Denoiser(nn.Module):
    def __init__(self, channels=8, width=16, blocks=3):
        super().__init__()
        self.time = TimeEmbedding(width)
        self.inp = nn.Conv1d(1, channels, 3, padding=1)
        self.blocks = nn.ModuleList(ResidualBlock(channels, width) for _ in range(blocks))
        self.out = nn.Conv1d(channels, 1, 3, padding=1)

    def forward(self, x, t):
        embedding = self.time(t.float())
        h = self.inp(x)
        for block in self.blocks:
            h = block(h, embedding)
        return self.out(h)


@torch.no_grad()
def update_average(slow, fast, decay=0.99):
    for averaged, current in zip(slow.parameters(), fast.parameters()):
        averaged.lerp_(current, 1 - decay)


model = Denoiser()
average = copy.deepcopy(model).eval()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)

for step in range(2):
    phase = 2 * math.pi * torch.rand(8, 1, 1)
    clean = torch.sin(torch.linspace(0, 2 * math.pi, LENGTH) + phase)
    t = torch.randint(STEPS, (8,))
    noise = torch.randn_like(clean)
    share = alphas_bar[t][:, None, None]
    noisy = share.sqrt() * clean + (1 - share).sqrt() * noise
    loss = F.mse_loss(model(noisy, t), noise)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    update_average(average, model)
    print(step, loss.item())
