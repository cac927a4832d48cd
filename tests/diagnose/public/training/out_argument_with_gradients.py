# out= is used with a tensor that requires grad.
# plain: raises RuntimeError: functions with out=... arguments don't support automatic differentiation
# expect: out_argument
# tensor: w
import torch

w = torch.ones(3, requires_grad=True)
y = torch.empty(3)
torch.mul(w, 2, out=y)  #! raise
y.sum().backward()
