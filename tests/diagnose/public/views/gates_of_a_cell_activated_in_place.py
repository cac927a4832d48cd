# A hand-written LSTM cell applies its activations in place to the chunks of one product.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: i
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.x, self.h = nn.Linear(inputs, 4 * hidden), nn.Linear(hidden, 4 * hidden)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.x(x) + self.h(h)).chunk(4, 1)
        i.sigmoid_()  #! edit raise
        f.sigmoid_()
        g.tanh_()
        o.sigmoid_()
        c = f * c + i * g
        return o * c.tanh(), c


cell = Cell(2, 3)
h = c = torch.zeros(1, 3)
for _ in range(3):
    h, c = cell(torch.randn(1, 2), (h, c))
h.sum().backward()
