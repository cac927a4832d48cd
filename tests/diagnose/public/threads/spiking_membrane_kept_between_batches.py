# A spiking net keeps its membrane potential from batch to batch.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class Leaky(nn.Module):
    def __init__(self, beta=0.9):
        super().__init__()
        self.beta = beta
        self.mem = None

    def forward(self, x):
        self.mem = x if self.mem is None else self.beta * self.mem + x
        return torch.sigmoid(self.mem - 1)


fc, lif = nn.Linear(3, 2), Leaky()
opt = torch.optim.Adam(fc.parameters())
for batch in range(2):
    spikes = sum(lif(fc(torch.randn(4, 3))) for _ in range(3))
    loss = spikes.pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
