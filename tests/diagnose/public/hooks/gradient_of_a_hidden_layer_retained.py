# The same after retain_grad(): fine.
# plain: completes
# expect: nothing
import torch
from torch import nn

first, second = nn.Linear(3, 4), nn.Linear(4, 1)
hidden = first(torch.randn(2, 3)).relu()
hidden.retain_grad()
second(hidden).sum().backward()
print(hidden.grad.norm())
