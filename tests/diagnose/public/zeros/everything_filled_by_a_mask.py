# masked_fill replaces every output by a constant.
# plain: completes
# expect: zero_gradient
# cause: masked
import torch
from torch import nn

model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
pad = torch.ones(4, 2, dtype=torch.bool)
for _ in range(2):
    opt.zero_grad()
    out = model(torch.rand(4, 3)).masked_fill(pad, 0.5)  #! birth here
    (out - 1).pow(2).sum().backward()
    opt.step()
assert not model.weight.grad.any()
