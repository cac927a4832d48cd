# A generator and a discriminator learn a ring of points.
import math

import torch
from torch import nn

torch.manual_seed(0)
LATENT, BATCH = 4, 16


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(LATENT, 24),
            nn.BatchNorm1d(24),
            nn.ReLU(),
            nn.Linear(24, 24),
            nn.ReLU(),
            nn.Linear(24, 2),
        )

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(2, 24),
            nn.LeakyReLU(0.2),
            nn.Linear(24, 24),
            nn.LeakyReLU(0.2),
            nn.Linear(24, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(1)


def ring(count):
    angle = torch.rand(count) * 2 * math.pi
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.02 * torch.randn(count, 2)


G, D = Generator(), Discriminator()
opt_g = torch.optim.Adam(G.parameters(), lr=2e-4, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=2e-4, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH), torch.zeros(BATCH)

for iteration in range(2):
    real = ring(BATCH)
    z = torch.randn(BATCH, LATENT)
    fake = G(z)

    d_real = D(real)
    d_fake = D(fake)
    d_loss = bce(d_real, ones) + bce(d_fake, zeros)
    g_loss = bce(d_fake, ones)

    opt_d.zero_grad()
    d_loss.backward(retain_graph=True)
    opt_d.step()

    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
    print(iteration, d_loss.item(), g_loss.item())
