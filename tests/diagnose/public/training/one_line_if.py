# The edit stands behind an if, on its line.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
x = torch.randn(4, requires_grad=True)
y = torch.tanh(x)
shift = True
if shift: y += 1
y.sum().backward()  #! raise
