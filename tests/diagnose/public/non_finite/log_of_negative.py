# The logarithm of an output that nothing keeps positive
# plain: completes
# expect: non_finite
# cause: outside_domain

import torch

out = torch.tensor([-0.5, 2.0], requires_grad=True)
loss = torch.log(out).mean()  #! birth
loss.backward()
