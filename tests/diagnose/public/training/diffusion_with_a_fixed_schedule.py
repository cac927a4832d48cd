# A toy diffusion model: fixed schedule, buffers, sampling under no_grad with in-place steps.
# plain: completes
# expect: nothing
import torch
from torch import nn

beta = torch.linspace(1e-3, 0.2, 5)
alpha_bar = torch.cumprod(1 - beta, 0)
net = nn.Sequential(nn.Linear(3, 16), nn.SiLU(inplace=True), nn.Linear(16, 2))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(2):
    x0, t = torch.randn(8, 2), torch.randint(0, 5, (8,))
    noise = torch.randn_like(x0)
    a = alpha_bar[t][:, None]
    xt = a.sqrt() * x0 + (1 - a).sqrt() * noise
    loss = (net(torch.cat([xt, t[:, None] / 5], 1)) - noise).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
with torch.no_grad():
    x = torch.randn(4, 2)
    for t in reversed(range(5)):
        eps = net(torch.cat([x, torch.full((4, 1), t / 5)], 1))
        x -= beta[t] / (1 - alpha_bar[t]).sqrt() * eps
        x /= (1 - beta[t]).sqrt()
