# A probability is clamped before the logarithm
# plain: completes
# expect: nothing

import torch

p = torch.tensor([0.0, 1.0], requires_grad=True)
(-torch.log(p.clamp(min=1e-7))).sum().backward()
