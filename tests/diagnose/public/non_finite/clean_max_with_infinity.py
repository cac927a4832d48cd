# Padding is set to minus infinity before a maximum
# plain: completes
# expect: nothing

import torch

x = torch.randn(2, 3, requires_grad=True)
pad = torch.tensor([[False, False, True], [False, True, True]])
x.masked_fill(pad, float("-inf")).max(1).values.sum().backward()
