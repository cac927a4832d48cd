# A program for a GPU, with an edit of what sigmoid saved behind it.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
from torch import nn
device = "cuda"
net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1)).to(device)  #! raise
x = torch.randn(5, 3, device=device)
h = torch.sigmoid(net[0](x))
h += 1
net[2](h).sum().backward()
