# A linear layer gets the wrong number of features.
# plain: raises RuntimeError: mat1 and mat2 shapes cannot be multiplied
# expect: unknown the shapes do not fit; nothing of autograd is involved
import torch
from torch import nn

net = nn.Sequential(nn.Flatten(), nn.Linear(25, 3))
out = net(torch.randn(2, 1, 6, 6))  #! raise
out.sum().backward()
