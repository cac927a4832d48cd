# An unscaled input into tanh.
# plain: completes
# expect: zero_gradient
# cause: saturated
import torch
from torch import nn

enc, head = nn.Linear(2, 3), nn.Linear(3, 1)
nn.init.constant_(enc.weight, 2.0)
opt = torch.optim.SGD([*enc.parameters(), *head.parameters()], lr=0.1)
h = enc(torch.full((4, 2), 50.0)).tanh()  #! birth here
(head(h) - 1).pow(2).sum().backward()
opt.step()
assert not enc.weight.grad.any()
