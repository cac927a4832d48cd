# log(1 + exp(x)) for a large activation
# plain: completes
# expect: non_finite
# cause: overflow

import torch

x = torch.tensor([100.0], requires_grad=True)
y = torch.log(1 + torch.exp(x))  #! birth
y.sum().backward()
