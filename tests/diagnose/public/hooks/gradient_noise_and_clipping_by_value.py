# Tensor hooks add noise to gradients and clip them, and a post-accumulate hook counts the parameters that got one.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Tally:
    def __init__(self):
        self.seen = 0

    def __call__(self, parameter):
        self.seen += 1


def noisy(scale):
    def hook(grad):
        return grad + scale * torch.randn_like(grad)

    return hook


net = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2))
tally = Tally()
for parameter in net.parameters():
    parameter.register_hook(noisy(1e-3))
    parameter.register_hook(lambda grad: grad.clamp(-0.1, 0.1))
    parameter.register_post_accumulate_grad_hook(tally)
opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
for _ in range(3):
    opt.zero_grad()
    h = net[0](torch.randn(5, 3))
    h.register_hook(lambda grad: grad * 0.5)
    net[2](net[1](h)).pow(2).mean().backward()
    opt.step()
print(tally.seen, all(p.grad.abs().max() <= 0.1 for p in net.parameters()))
