# .grad of a hidden activation is None and people ask why.
# plain: completes
# expect: non_leaf_grad
# tensor: hidden
import torch
from torch import nn

first, second = nn.Linear(3, 4), nn.Linear(4, 1)
x = torch.randn(2, 3)
hidden = first(x).relu()
loss = second(hidden).sum()
loss.backward()
print(hidden.grad)
