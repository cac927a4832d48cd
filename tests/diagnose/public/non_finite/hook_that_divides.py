# A hook divides each gradient by its norm, which is zero once
# plain: completes
# expect: non_finite
# cause: given_gradient

import torch

x = torch.ones(2, requires_grad=True)
h = x * 0
h.register_hook(lambda g: g / g.norm())  #! birth
(h * 0).sum().backward()
