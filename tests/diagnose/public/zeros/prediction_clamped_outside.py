# Predictions are clamped to the range of the labels, and all of them lie above it.
# plain: completes
# expect: zero_gradient
# cause: clamped
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(3, 1)
nn.init.constant_(model.bias, 40.0)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
x, y = torch.rand(5, 3), torch.full((5, 1), 0.5)
for step in range(3):
    opt.zero_grad()
    pred = model(x).clamp(0, 1)  #! birth here
    F.mse_loss(pred, y).backward()
    opt.step()
assert not model.weight.grad.any()
