# reshape() of a transposed tensor copies; zeroing the copy changes nothing of the tensor.
# plain: completes
# expect: nothing
import torch

x = torch.randn(2, 3, requires_grad=True)
e = x.exp()
flat = e.t().reshape(-1)
flat[0] = 0
(e.sum() + flat.sum()).backward()
