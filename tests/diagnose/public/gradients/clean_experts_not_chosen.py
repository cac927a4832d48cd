# One of three experts is chosen for each batch; the others get no gradient.
# plain: completes
# expect: nothing
import torch
from torch import nn

class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(3, 3)
        self.experts = nn.ModuleList(nn.Linear(3, 1) for _ in range(3))

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        best = int(weights.mean(0).argmax())
        return self.experts[best](x) * weights[:, best : best + 1]

net = Mixture()
opt = torch.optim.Adam(net.parameters())
x = torch.ones(4, 3)
for i in range(2):
    opt.zero_grad()
    net(x).pow(2).mean().backward()
    opt.step()
