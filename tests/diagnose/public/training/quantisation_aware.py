# Fake quantisation with a straight-through estimator and a learned scale.
# plain: completes
# expect: nothing
import torch
from torch import nn


class FakeQuant(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.1))
        self.register_buffer("low", torch.tensor(0.0))

    def forward(self, w):
        if self.training:
            self.low.copy_(torch.minimum(self.low, w.detach().min()))
        q = w / self.scale
        return (q + (q.round().clamp(-8, 7) - q).detach()) * self.scale


layer, quant = nn.Linear(4, 2), FakeQuant()
opt = torch.optim.Adam([*layer.parameters(), *quant.parameters()], lr=1e-2)
for _ in range(2):
    out = nn.functional.linear(torch.randn(3, 4), quant(layer.weight), layer.bias)
    opt.zero_grad()
    out.pow(2).mean().backward()
    opt.step()
