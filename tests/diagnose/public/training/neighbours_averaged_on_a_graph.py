# Message passing with index_add and degree normalisation; infinite inverse degrees are set to zero in place on constants.
# plain: completes
# expect: nothing
import torch
from torch import nn

edges = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 0, 0, 3]])
x = torch.randn(5, 4)
lin1, lin2 = nn.Linear(4, 8), nn.Linear(8, 2)
row, col = edges
degree = torch.zeros(5).index_add_(0, col, torch.ones(len(col)))
inv = degree.pow(-0.5)
inv[inv == float("inf")] = 0
norm = inv[row] * inv[col]


def propagate(h):
    out = torch.zeros_like(h)
    out.index_add_(0, col, norm[:, None] * h[row])
    return out


h = torch.relu(propagate(lin1(x)))
out = propagate(lin2(h))
nn.functional.cross_entropy(out, torch.tensor([0, 1, 0, 1, 1])).backward()
