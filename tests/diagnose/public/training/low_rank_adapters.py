# Low-rank adapters beside frozen linear layers, merged under no_grad for evaluation and unmerged again.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.a = nn.Parameter(torch.randn(rank, base.in_features) * 0.01)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.a.T @ self.b.T

    @torch.no_grad()
    def merge(self, sign=1):
        self.base.weight += sign * self.b @ self.a


model = nn.Sequential(Adapted(nn.Linear(4, 4)), nn.GELU(), Adapted(nn.Linear(4, 2)))
opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(5, 4)).pow(2).mean().backward()
    opt.step()
    model[0].merge()
    with torch.no_grad():
        model[0].base(torch.randn(1, 4))
    model[0].merge(-1)
