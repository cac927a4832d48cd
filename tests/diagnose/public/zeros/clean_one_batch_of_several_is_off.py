# In one round of several everything is cut off: a note.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
for shift in (0.0, 100.0, 0.0):
    opt.zero_grad()
    out = (model(torch.rand(4, 2)) * 0.01 + 0.5 + shift).clamp(0, 1)
    (out - 0.7).pow(2).mean().backward()
    opt.step()
