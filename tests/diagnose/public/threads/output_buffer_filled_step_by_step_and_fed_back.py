# A decoder writes each step into a preallocated tensor and reads the last step from it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: out
import torch
from torch import nn

cell = nn.Linear(3, 3)
out = torch.zeros(4, 3)
for t in range(1, 4):
    out[t] = cell(out[t - 1]).tanh()  #! saved edit
out.sum().backward()  #! raise
