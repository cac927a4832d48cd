# A chain of in-place calls inside an assignment edits what sigmoid saved.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
lin = nn.Linear(3, 3)
h = torch.sigmoid(lin(torch.randn(2, 3)))
out = h.mul_(2).sub_(1).abs()
out.sum().backward()  #! raise
