import torch
from torch.nn import functional as F

from .nets import Discriminator, generator


class GANTrainer:
    def __init__(self, dim):
        torch.manual_seed(0)
        self.dim = dim
        self.generator, self.discriminator = generator(dim), Discriminator(dim)
        self.opt_g = torch.optim.SGD(self.generator.parameters(), lr=0.01)
        self.opt_d = torch.optim.SGD(self.discriminator.parameters(), lr=0.01)

    def fit(self, steps):
        for _ in range(steps):
            self.step(torch.randn(4, self.dim))

    def step(self, real):
        fake = self.generator(torch.randn_like(real))
        judged_fake, judged_real = self.discriminator(fake), self.discriminator(real)
        loss_d = F.softplus(judged_fake).mean() + F.softplus(-judged_real).mean()
        loss_g = F.softplus(-judged_fake).mean()
        self.opt_d.zero_grad()
        loss_d.backward(retain_graph=True)
        self.opt_d.step()  # edit
        self.opt_g.zero_grad()
        loss_g.backward()  # raise
        self.opt_g.step()

    @staticmethod
    def grads(module):
        return [None if p.grad is None else round(p.grad.sum().item(), 5) for p in module.parameters()]
