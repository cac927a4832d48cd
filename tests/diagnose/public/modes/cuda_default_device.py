# The default device is set to a GPU.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import torch
torch.set_default_device("cuda")
w = torch.randn(3, requires_grad=True)  #! raise
y = w.exp()
y += 1
y.sum().backward()
