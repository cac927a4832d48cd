# torch's own norm at zero has a gradient of zero
# plain: completes
# expect: nothing

import torch

a = torch.zeros(3, requires_grad=True)
(a * 1).norm().backward()
