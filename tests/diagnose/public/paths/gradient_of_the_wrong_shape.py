# backward() is given a gradient of another shape.
# plain: raises RuntimeError: Mismatch in shape: grad_output[0]
# expect: unknown the gradient handed to backward has to have the output's shape
import torch

w = torch.ones(3, requires_grad=True)
y = w * torch.ones(4, 3)
y.backward(torch.ones(3))  #! raise
