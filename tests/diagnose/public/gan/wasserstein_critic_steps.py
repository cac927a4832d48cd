# A Wasserstein GAN with several critic steps, weight clipping through data after each, and a generator step.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, noise: int, width: int):
        super().__init__()
        self.noise = noise
        self.net = nn.Sequential(nn.Linear(noise, width), nn.BatchNorm1d(width), nn.ReLU(inplace=True), nn.Linear(width, 2), nn.Tanh())

    def forward(self, count):
        return self.net(torch.randn(count, self.noise))


class Critic(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.LeakyReLU(0.2, inplace=True), nn.Linear(width, 1))

    def forward(self, points):
        return self.net(points).mean()


class Trainer:
    def __init__(self):
        self.generator, self.critic = Generator(4, 16), Critic(16)
        self.optimizers = {
            "g": torch.optim.RMSprop(self.generator.parameters(), lr=1e-3),
            "c": torch.optim.RMSprop(self.critic.parameters(), lr=1e-3),
        }
        self.history = []

    def critic_step(self, real):
        self.optimizers["c"].zero_grad()
        fake = self.generator(len(real)).detach()
        loss = self.critic(fake) - self.critic(real)
        loss.backward()
        self.optimizers["c"].step()
        for weight in self.critic.parameters():
            weight.data.clamp_(-0.05, 0.05)
        return loss.item()

    def generator_step(self, count):
        self.optimizers["g"].zero_grad()
        loss = -self.critic(self.generator(count))
        loss.backward()
        self.optimizers["g"].step()
        return loss.item()

    def run(self, rounds):
        for _ in range(rounds):
            for _ in range(3):
                last = self.critic_step(torch.randn(8, 2) * 0.3 + 1)
            self.history.append((last, self.generator_step(8)))


trainer = Trainer()
trainer.run(2)
print(len(trainer.history))
