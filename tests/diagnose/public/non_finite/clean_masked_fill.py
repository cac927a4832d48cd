# masked_fill with minus infinity, some of each row left
# plain: completes
# expect: nothing

import torch

scores = torch.randn(2, 4, requires_grad=True)
pad = torch.tensor([[False, False, True, True], [False, True, True, True]])
weights = scores.masked_fill(pad, float("-inf")).softmax(-1)
weights[:, 0].sum().backward()
