# The derivative of a function at many points is asked for with autograd.grad, to plot it.
# plain: raises RuntimeError: grad can be implicitly created only for scalar outputs
# expect: non_scalar_root
# tensor: y
import torch

x = torch.linspace(-3, 3, 50, requires_grad=True)
y = torch.tanh(x) * x
(slope,) = torch.autograd.grad(y, x)  #! raise
print(slope.shape)
