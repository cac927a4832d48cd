# An energy-based model with Langevin sampling: the chain is a leaf that is detached and re-made each step.
# plain: completes
# expect: nothing
import torch
from torch import nn

energy = nn.Sequential(nn.Linear(2, 8), nn.SiLU(), nn.Linear(8, 1))
opt = torch.optim.Adam(energy.parameters(), lr=1e-3)
for _ in range(2):
    x = torch.randn(6, 2)
    energy.requires_grad_(False)
    for _ in range(3):
        x.requires_grad_(True)
        (g,) = torch.autograd.grad(energy(x).sum(), x)
        x = (x - 0.1 * g + 0.01 * torch.randn_like(x)).detach()
    energy.requires_grad_(True)
    loss = energy(torch.randn(6, 2)).mean() - energy(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
