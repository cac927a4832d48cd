# A small loss in half precision without a scaler: the gradient underflows where it becomes half again.
# plain: completes
# expect: zero_gradient
# cause: underflow
import torch
from torch import nn

w = nn.Parameter(torch.tensor([1.0, 2.0], dtype=torch.float16))
wide = w.float()  #! birth here
loss = (wide * 1e-10).sum()
loss.backward()
assert not w.grad.any()
