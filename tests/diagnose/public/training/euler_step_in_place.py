# The same with x += in the loop: the field saved x, and the sum changes it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x
import torch
from torch import nn

field = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
x0 = nn.Parameter(torch.tensor([[1.0, 0.0]]))
x = x0.clone()
for t in range(3):
    dx = field(x)  #! saved
    x += 0.1 * dx  #! edit
loss = x.pow(2).sum()
loss.backward()  #! raise
