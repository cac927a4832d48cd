# The angle between equal rotations
# plain: completes
# expect: non_finite
# cause: infinite_slope

import torch

c = torch.tensor([1.0, 0.5], requires_grad=True)
angle = torch.acos(c)  #! birth
angle.sum().backward()
