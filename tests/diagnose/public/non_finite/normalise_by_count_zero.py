# A sum divided by a count that is zero
# plain: completes
# expect: non_finite
# cause: zero_over_zero

import torch

x = torch.randn(3, requires_grad=True)
mask = torch.zeros(3)
count = mask.sum()
loss = (x * mask).sum() / count  #! birth
loss.backward()
