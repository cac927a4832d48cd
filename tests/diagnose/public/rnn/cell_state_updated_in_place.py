# A hand-written LSTM cell that updates its cell state with *= and +=: asked whether that is safe.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n_in, n):
        super().__init__()
        self.gates = nn.Linear(n_in + n, 4 * n)

    def forward(self, x, h, c):
        i, f, g, o = self.gates(torch.cat([x, h], 1)).chunk(4, 1)
        c = c * f.sigmoid()
        c += i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c


cell = Cell(2, 3)
h = c = torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    h, c = cell(x, h, c)
h.sum().backward()
