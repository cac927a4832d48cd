# Wasserstein GAN, the first version, whose critic has bounded weights.
import torch
from torch import nn

torch.manual_seed(2)
BATCH, LATENT, CLIP = 8, 3, 0.01


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 16)
        self.second = nn.Linear(16, 16)
        self.last = nn.Linear(16, 1)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = torch.relu(self.second(h))
        return self.last(h).mean()

    def clip(self):
        for parameter in self.parameters():
            parameter.data.clamp_(-CLIP, CLIP)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(LATENT, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, z):
        return self.net(z)


critic, generator = Critic(), Generator()
opt_c = torch.optim.RMSprop(critic.parameters(), lr=5e-3)
opt_g = torch.optim.RMSprop(generator.parameters(), lr=5e-3)

for iteration in range(2):
    real = torch.randn(BATCH, 2) * 0.1 + torch.tensor([1.0, -1.0])
    fake = generator(torch.randn(BATCH, LATENT))
    loss_c = critic(fake.detach()) - critic(real)
    critic.clip()
    opt_c.zero_grad()
    loss_c.backward()
    opt_c.step()

    loss_g = -critic(generator(torch.randn(BATCH, LATENT)))
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    print(iteration, loss_c.item(), loss_g.item())
