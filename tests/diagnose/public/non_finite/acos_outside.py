# Rounding brings a cosine above one
# plain: completes
# expect: non_finite
# cause: outside_domain

import torch

c = torch.tensor([1.0001, 0.5], requires_grad=True)
angle = torch.acos(c)  #! birth
angle.sum().backward()
