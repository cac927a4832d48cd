# Inputs of 0 to 255 drive a sigmoid far into saturation.
# plain: completes
# expect: zero_gradient
# cause: saturated
import torch
from torch import nn

enc, head = nn.Linear(4, 3), nn.Linear(3, 1)
nn.init.constant_(enc.weight, 1.0)
opt = torch.optim.SGD([*enc.parameters(), *head.parameters()], lr=0.1)
x = torch.full((6, 4), 200.0)
for _ in range(3):
    opt.zero_grad()
    h = torch.sigmoid(enc(x))  #! birth here
    (head(h) - 1).pow(2).mean().backward()
    opt.step()
assert not enc.weight.grad.any() and head.weight.grad.any()
