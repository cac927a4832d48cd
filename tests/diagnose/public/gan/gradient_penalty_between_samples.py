# The WGAN-GP penalty on random interpolations, with create_graph, added to the critic's loss.
# plain: completes
# expect: nothing
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)


def penalty(real, fake):
    mix = torch.rand(len(real), 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_(True)
    score = critic(between)
    (slope,) = torch.autograd.grad(score, between, torch.ones_like(score), create_graph=True)
    return ((slope.norm(2, dim=1) - 1) ** 2).mean()


for _ in range(2):
    real, fake = torch.randn(6, 3), torch.randn(6, 3)
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(real, fake)
    opt.zero_grad()
    loss.backward()
    opt.step()
