# Two small factors in float16.
# plain: completes
# expect: zero_gradient
# cause: underflow
import torch

w = torch.tensor([0.5, 0.25], dtype=torch.float16, requires_grad=True)
small = torch.full((2,), 1e-5, dtype=torch.float16)
h = w * small  #! birth here
(h * small).sum().backward()
assert not w.grad.any()
