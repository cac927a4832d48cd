# A program with torch.device and calls of torch.cuda.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
from torch import nn
device = torch.device("cuda:0")
torch.cuda.manual_seed(0)
model = nn.Linear(3, 3)
model.to(device)  #! raise
x = torch.randn(2, 3).to(device)
y = torch.exp(model(x))
y.add_(1)
y.sum().backward()
torch.cuda.synchronize()
print(torch.cuda.memory_allocated())
