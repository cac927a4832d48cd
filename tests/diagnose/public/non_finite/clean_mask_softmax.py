# Minus infinity in a causal mask, which softmax resolves
# plain: completes
# expect: nothing

import torch

scores = torch.randn(3, 3, requires_grad=True)
mask = torch.triu(torch.full((3, 3), float("-inf")), diagonal=1)
weights = torch.softmax(scores + mask, dim=-1)
weights.pow(2).sum().backward()
