# Coupling layers of a normalising flow, trained by maximum likelihood; halves are split and joined again.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        a, b = x.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        b = b * s.tanh().exp() + t
        return torch.cat([b, a] if self.flip else [a, b], 1), s.tanh().sum(1)


flow = nn.ModuleList(Coupling(i % 2 == 1) for i in range(4))
opt = torch.optim.Adam(flow.parameters(), lr=1e-2)
for _ in range(2):
    z, log_det = torch.randn(8, 2) * 2 + 1, 0
    for layer in flow:
        z, step = layer(z)
        log_det = log_det + step
    loss = (0.5 * z.pow(2).sum(1) - log_det).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
