# A cycle GAN updates its discriminator before the generators' loss, which went through it, has been sent backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import itertools

import torch
from torch import nn


def block(width):
    return nn.Sequential(nn.Linear(width, 8), nn.ReLU(), nn.Linear(8, width))


class CycleGAN:
    def __init__(self, width=3):
        self.there, self.back = block(width), block(width)
        self.judge = nn.Sequential(nn.Linear(width, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.opt_g = torch.optim.Adam(itertools.chain(self.there.parameters(), self.back.parameters()), lr=1e-2)
        self.opt_d = torch.optim.Adam(self.judge.parameters(), lr=1e-2)
        self.criterion = nn.MSELoss()

    def generator_loss(self, real):
        self.fake = self.there(real)
        score = self.judge(self.fake)
        cycle = self.back(self.fake)
        return self.criterion(score, torch.ones_like(score)) + nn.functional.l1_loss(cycle, real)

    def discriminator_loss(self, real):
        good, bad = self.judge(real), self.judge(self.fake.detach())
        return self.criterion(good, torch.ones_like(good)) + self.criterion(bad, torch.zeros_like(bad))

    def optimize(self, a, b):
        loss_g = self.generator_loss(a)
        loss_d = self.discriminator_loss(b)
        self.opt_d.zero_grad()
        loss_d.backward()
        self.opt_d.step()  #! edit
        self.opt_g.zero_grad()
        loss_g.backward()  #! raise
        self.opt_g.step()


model = CycleGAN()
for _ in range(2):
    model.optimize(torch.randn(4, 3), torch.randn(4, 3))
