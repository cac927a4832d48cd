# The mask of the loss is computed the wrong way round and holds zeros alone.
# plain: completes
# expect: zero_gradient
# cause: masked
import torch
from torch import nn

model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
lengths = torch.tensor([0, 0])
for _ in range(2):
    opt.zero_grad()
    mask = (torch.arange(2)[None] < lengths[:, None]).float()
    error = (model(torch.rand(2, 3)) - 1).pow(2)
    masked = error * mask  #! birth here
    (masked.sum() / mask.sum().clamp(min=1)).backward()
    opt.step()
assert not model.weight.grad.any()
