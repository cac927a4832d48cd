# A squashed action of exactly one is brought back
# plain: completes
# expect: non_finite
# cause: infinite_slope

import torch

action = torch.tensor([1.0, 0.2], requires_grad=True)
raw = torch.atanh(action)  #! birth
raw.sum().backward()
