# A distance of two equal points, written with a square root
# plain: completes
# expect: non_finite
# cause: root_of_zero

import torch

a = torch.zeros(2, 3, requires_grad=True)
b = torch.zeros(2, 3)
distance = ((a - b) ** 2).sum(1).sqrt()  #! birth
distance.mean().backward()
