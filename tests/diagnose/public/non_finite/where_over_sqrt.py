# Asked why the gradient of a square root is NaN although where() never chose the zeros
# plain: completes
# expect: non_finite
# cause: zero_times_infinity

import torch

x = torch.tensor([0.0, 1.0, 4.0], requires_grad=True)
y = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))  #! birth
y.sum().backward()
