# A denoiser is trained, then a sampler follows the gradient of a classifier with respect to the noisy image.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn import functional as F


class Denoiser(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.time = nn.Embedding(4, width)
        self.inside, self.outside = nn.Linear(2, width), nn.Linear(width, 2)

    def forward(self, x, t):
        h = self.inside(x)
        h += self.time(t)
        return self.outside(F.silu(h, inplace=False))


betas = torch.linspace(1e-2, 0.2, 4)
kept = torch.cumprod(1 - betas, 0)
model, judge = Denoiser(), nn.Linear(2, 2)
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(3):
    clean, noise, t = torch.randn(6, 2), torch.randn(6, 2), torch.randint(0, 4, (6,))
    noisy = kept[t, None].sqrt() * clean + (1 - kept[t, None]).sqrt() * noise
    loss = F.mse_loss(model(noisy, t), noise)
    opt.zero_grad()
    loss.backward()
    opt.step()
x = torch.randn(3, 2)
for step in reversed(range(4)):
    t = torch.full((3,), step)
    with torch.no_grad():
        mean = (x - betas[step] / (1 - kept[step]).sqrt() * model(x, t)) / (1 - betas[step]).sqrt()
    guided = x.detach().requires_grad_()
    score = judge(guided).log_softmax(1)[:, 1].sum()
    (slope,) = torch.autograd.grad(score, guided)
    x = mean + betas[step] * slope
    if step:
        x += betas[step].sqrt() * torch.randn_like(x)
print(x.shape, x.requires_grad)
