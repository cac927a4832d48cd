# The prediction is exact, so that the gradient is zero.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

w = nn.Parameter(torch.tensor([1.0, 2.0]))
F.mse_loss(w * 1, torch.tensor([1.0, 2.0])).backward()
(w - torch.tensor([1.0, 2.0])).abs().sum().backward()
