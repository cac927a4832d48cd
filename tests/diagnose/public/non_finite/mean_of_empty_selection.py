# The mean of what a mask selects, which is nothing in this batch
# plain: completes
# expect: non_finite
# cause: mean_of_nothing

import torch

x = torch.randn(4, requires_grad=True)
chosen = x[x > 100]
loss = chosen.mean()  #! birth
loss.backward()
