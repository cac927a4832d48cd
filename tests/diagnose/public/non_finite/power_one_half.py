# x ** 0.5 at zero
# plain: completes
# expect: non_finite
# cause: root_of_zero

import torch

x = torch.tensor([0.0, 2.0], requires_grad=True)
loss = (x ** 0.5).sum()  #! birth
loss.backward()
