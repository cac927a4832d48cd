# One query may look at nothing: its row of the mask is full
# plain: completes
# expect: non_finite
# cause: all_masked

import torch

scores = torch.randn(2, 3, requires_grad=True)
mask = torch.tensor([[True, True, True], [False, False, True]])
filled = scores.masked_fill(mask, float("-inf"))
weights = torch.softmax(filled, dim=-1)  #! birth
weights.sum().backward()
