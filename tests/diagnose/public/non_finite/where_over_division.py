# Asked about where(y != 0, x / y, 0): the forward is right, the gradient is NaN
# plain: completes
# expect: non_finite
# cause: zero_times_infinity

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([0.0, 4.0], requires_grad=True)
ratio = x / y  #! birth
safe = torch.where(y != 0, ratio, torch.zeros_like(x))
safe.sum().backward()
