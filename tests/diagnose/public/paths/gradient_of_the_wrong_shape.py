# backward() is given a gradient of another shape.
# plain: raises RuntimeError: Mismatch in shape: grad_output[0]
# expect: non_scalar_root
# tensor: y
import torch

w = torch.ones(3, requires_grad=True)
y = w * torch.ones(4, 3)
y.backward(torch.ones(3))  #! raise
