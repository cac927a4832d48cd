# A network learns the heat equation from its residual and its boundary.
import math

import torch
from torch import nn

torch.manual_seed(0)
DIFFUSIVITY = 0.1


class Solution(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(2, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
        )

    def forward(self, x, t):
        return self.net(torch.stack([x, t], dim=1)).squeeze(1)


def derivative(y, x):
    return torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), retain_graph=True)[0]


def residual(model, x, t):
    u = model(x, t)
    u_t = derivative(u, t)
    u_x = derivative(u, x)
    u_xx = derivative(u_x, x)
    return u_t - DIFFUSIVITY * u_xx


def boundary(model, count):
    x = torch.rand(count)
    start = model(x, torch.zeros(count)) - torch.sin(math.pi * x)
    t = torch.rand(count)
    left = model(torch.zeros(count), t)
    right = model(torch.ones(count), t)
    return start.pow(2).mean() + left.pow(2).mean() + right.pow(2).mean()


model = Solution()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for step in range(2):
    x = torch.rand(16, requires_grad=True)
    t = torch.rand(16, requires_grad=True)
    inside = residual(model, x, t).pow(2).mean()
    loss = inside + boundary(model, 8)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
