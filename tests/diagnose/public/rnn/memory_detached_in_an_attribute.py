# The same, done right: the attribute is detached before the next batch.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 4)
        self.state = torch.zeros(2, 4)

    def forward(self, x):
        self.state = self.cell(x, self.state.detach())
        return self.state


net = Memory()
for step in range(3):
    loss = net(torch.randn(2, 3)).pow(2).mean()
    loss.backward()
