# A large activation does not fit in float16
# plain: completes
# expect: non_finite
# cause: overflow

import torch

x = torch.tensor([300.0, 1.0], dtype=torch.float16, requires_grad=True)
y = x * x  #! birth
y.sum().backward()
