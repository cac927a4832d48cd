# A mask made by multiplying zeros with minus infinity
# plain: completes
# expect: non_finite
# cause: zero_times_infinity

import torch

keep = torch.tensor([1.0, 0.0, 1.0])
scores = torch.randn(3, requires_grad=True)
mask = (1 - keep) * float("-inf")  #! birth
torch.softmax(scores + mask, dim=0).max().backward()
