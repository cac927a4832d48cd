# Data from numpy are doubles, the weights are floats.
# plain: raises RuntimeError: mat1 and mat2 must have the same dtype
# expect: unknown the dtypes do not fit; nothing of autograd is involved
import numpy as np
import torch
from torch import nn

x = torch.from_numpy(np.linspace(0, 1, 6).reshape(2, 3))
loss = nn.Linear(3, 1)(x).sum()  #! raise
loss.backward()
