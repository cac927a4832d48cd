# A variance as E[x^2] - E[x]^2 comes out slightly negative
# plain: completes
# expect: non_finite
# cause: outside_domain

import torch

x = torch.tensor([3.0, 3.0], requires_grad=True)
variance = (x ** 2).mean() - x.mean() ** 2 - 1e-6
loss = torch.sqrt(variance)  #! birth
loss.backward()
