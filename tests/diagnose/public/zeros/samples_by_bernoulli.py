# A policy samples with bernoulli and differentiates through the samples.
# plain: completes
# expect: zero_gradient
# cause: rounded
import torch
from torch import nn

policy = nn.Linear(2, 3)
p = torch.sigmoid(policy(torch.ones(4, 2)))
mask = torch.bernoulli(p)  #! birth here
(mask * 3 - 1).sum().backward()
assert not policy.weight.grad.any()
