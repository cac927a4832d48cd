# A result that was saved is edited by a chain of in-place calls.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
x = torch.randn(4, requires_grad=True)
y = torch.exp(x)
y.mul_(2).sub_(1)
z = y.sum()
z.backward()  #! raise
