# One of two inputs of a loss is detached by mistake in a helper that "copies" tensors with torch.tensor.
# plain: completes
# expect: cut_gradient
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def copy_of(t):
    return torch.tensor(t)  #! cut


left, right = nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(4, 3)
loss = (left(x) - copy_of(right(x))).pow(2).mean()
loss.backward()
print(right.weight.grad)
