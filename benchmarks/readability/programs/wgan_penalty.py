# Wasserstein GAN with gradient penalty on points of a mixture.
import torch
from torch import nn

torch.manual_seed(0)
BATCH, LATENT, CRITIC_STEPS, WEIGHT = 8, 3, 2, 10.0


def mlp(*sizes):
    layers = []
    for before, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(before, after), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


generator = mlp(LATENT, 16, 16, 2)
critic = mlp(2, 16, 16, 1)
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-4, betas=(0.0, 0.9))
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-4, betas=(0.0, 0.9))
centres = torch.tensor([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


def sample_real():
    return centres[torch.randint(4, (BATCH,))] + 0.05 * torch.randn(BATCH, 2)


def gradient_penalty(real, fake):
    alpha = torch.rand(BATCH, 1)
    between = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    scores = critic(between)
    (gradients,) = torch.autograd.grad(scores.sum(), between, create_graph=True)
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean()


for iteration in range(2):
    for _ in range(CRITIC_STEPS):
        real = sample_real()
        fake = generator(torch.randn(BATCH, LATENT)).detach()
        loss_c = critic(fake).mean() - critic(real).mean()
        loss_c = loss_c + WEIGHT * gradient_penalty(real, fake)
        opt_c.zero_grad()
        loss_c.backward()
        opt_c.step()

    loss_g = -critic(generator(torch.randn(BATCH, LATENT))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    print(iteration, loss_c.item(), loss_g.item())
