# The same spiking net with its state reset before each batch.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Leaky(nn.Module):
    def __init__(self, beta=0.9):
        super().__init__()
        self.beta = beta
        self.reset()

    def reset(self):
        self.mem = 0.0

    def forward(self, x):
        self.mem = self.beta * self.mem + x
        return torch.sigmoid(self.mem - 1)


fc, lif = nn.Linear(3, 2), Leaky()
opt = torch.optim.Adam(fc.parameters())
for batch in range(2):
    lif.reset()
    spikes = sum(lif(fc(torch.randn(4, 3))) for _ in range(3))
    loss = spikes.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
