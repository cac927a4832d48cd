# weight_norm, orthogonal and a parametrisation of one's own on a recurrent cell and a convolution.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize


class Symmetric(nn.Module):
    def forward(self, w):
        return w.triu() + w.triu(1).transpose(-1, -2)


torch.manual_seed(0)
conv = parametrizations.weight_norm(nn.Conv1d(2, 3, 3))
mix = parametrizations.orthogonal(nn.Linear(3, 3))
sym = nn.Linear(3, 3)
parametrize.register_parametrization(sym, "weight", Symmetric())
params = [*conv.parameters(), *mix.parameters(), *sym.parameters()]
opt = torch.optim.SGD(params, lr=0.1)
for _ in range(2):
    y = sym(mix(conv(torch.randn(2, 2, 6)).mean(-1)))
    opt.zero_grad()
    y.pow(2).mean().backward()
    opt.step()
with parametrize.cached():
    (sym(torch.ones(1, 3)) + sym(torch.zeros(1, 3))).sum().backward()
