# backward() is given a weight that is NaN
# plain: completes
# expect: non_finite
# cause: given_gradient

import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
y.backward(torch.tensor([1.0, float("nan")]))  #! birth
