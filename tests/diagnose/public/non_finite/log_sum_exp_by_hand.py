# log(sum(exp(x))) written out
# plain: completes
# expect: non_finite
# cause: overflow

import torch

x = torch.tensor([90.0, 89.0], requires_grad=True)
total = x.exp()  #! birth
loss = total.sum().log()
loss.backward()
