# .cuda() is called on a machine without one.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
from torch import nn

model = nn.Linear(2, 2)
model.cuda()  #! raise
model(torch.randn(1, 2).cuda()).sum().backward()
