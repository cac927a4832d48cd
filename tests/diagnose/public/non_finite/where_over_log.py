# Asked why where() does not keep the NaN of a logarithm out of the gradient
# plain: completes
# expect: non_finite
# cause: zero_times_infinity

import torch

x = torch.tensor([0.0, 0.5, 2.0], requires_grad=True)
logs = torch.log(x)  #! birth
y = torch.where(x > 0, logs, torch.zeros_like(x))
y.sum().backward()
