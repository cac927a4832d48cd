# Tensors made by their old CUDA types.
# plain: raises TypeError: type torch.cuda.FloatTensor not available. Torch not compiled with CUDA enabled.
# expect: device_unavailable
import torch
w = torch.cuda.FloatTensor([1.0, 2.0])  #! raise
w.requires_grad_()
(w * w).sum().backward()
