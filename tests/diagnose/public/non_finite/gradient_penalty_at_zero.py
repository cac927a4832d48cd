# The norm of a gradient that is zero, written by hand
# plain: completes
# expect: non_finite
# cause: root_of_zero

import torch
from torch import nn

net = nn.Linear(2, 1)
x = torch.ones(1, 2, requires_grad=True)
(g,) = torch.autograd.grad((net(x) * 0).sum(), x, create_graph=True)
norm = torch.sqrt((g ** 2).sum(1))  #! birth
penalty = ((norm - 1) ** 2).mean()
penalty.backward()
