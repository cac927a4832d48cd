# A root with a small number inside
# plain: completes
# expect: nothing

import torch

a = torch.zeros(2, 3, requires_grad=True)
((a ** 2).sum(1) + 1e-8).sqrt().sum().backward()
