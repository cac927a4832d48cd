# xlogy is defined at zero
# plain: completes
# expect: nothing

import torch

p = torch.tensor([0.0, 0.5])
q = torch.tensor([0.5, 0.5], requires_grad=True)
torch.special.xlogy(p, q).sum().backward()
