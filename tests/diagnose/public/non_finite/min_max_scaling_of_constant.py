# Scaling to [0, 1] where the greatest is the least
# plain: completes
# expect: non_finite
# cause: zero_over_zero

import torch

x = torch.full((3,), 2.0, requires_grad=True)
scaled = (x - x.min()) / (x.max() - x.min())  #! birth
scaled.sum().backward()
