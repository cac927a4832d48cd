# A preallocated buffer is given as out= while the weights require grad.
# plain: raises RuntimeError: functions with out=... arguments don't support automatic differentiation
# expect: out_argument
# tensor: weight
import torch

weight = torch.randn(3, 3, requires_grad=True)
x, buffer = torch.randn(2, 3), torch.empty(2, 3)
torch.mm(x, weight, out=buffer)  #! raise
buffer.sum().backward()
