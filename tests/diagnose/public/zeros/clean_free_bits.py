# The clamped part of the loss is at its floor; the rest trains.
# plain: completes
# expect: nothing
import torch
from torch import nn

mean, dec = nn.Parameter(torch.zeros(3)), nn.Linear(3, 1)
kl = (mean.pow(2) * 0.5).sum().clamp(min=0.5)
((dec(mean + 1) - 1).pow(2).sum() + kl).backward()
