# The logarithm of a deviation that was clamped to zero
# plain: completes
# expect: non_finite
# cause: log_of_zero

import torch

log_var = torch.tensor([-2000.0, 0.0], requires_grad=True)
sigma = torch.exp(0.5 * log_var)
kl = -torch.log(sigma).sum()  #! birth
kl.backward()
