# Rotary embedding written back into q: the second line reads the half that the first has already rotated.
# plain: completes
# expect: unknown the second rotation reads values that the first has overwritten; autograd follows and is consistent
import torch
from torch import nn

proj = nn.Linear(4, 4)
q = proj(torch.randn(3, 4))
angle = torch.arange(3.0)[:, None] * torch.tensor([1.0, 0.1])
cos, sin = angle.cos(), angle.sin()
even, odd = q[:, 0::2], q[:, 1::2]
q[:, 0::2] = even * cos - odd * sin
q[:, 1::2] = even * sin + odd * cos
q.sum().backward()
