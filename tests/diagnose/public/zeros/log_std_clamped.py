# The spread of a policy is clamped, and starts below the least value.
# plain: completes
# expect: zero_gradient
# cause: clamped
import torch
from torch import nn

log_std = nn.Parameter(torch.full((2,), -30.0))
mean = nn.Parameter(torch.zeros(2))
opt = torch.optim.SGD([log_std, mean], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    std = torch.clamp(log_std, -20, 2).exp()  #! birth here
    (mean.pow(2) + (std - 1).pow(2)).sum().backward()
    opt.step()
    mean.data += 1
assert not log_std.grad.any()
