# Predictions are rounded before they are compared with the labels.
# plain: completes
# expect: zero_gradient
# cause: rounded
import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.rand(8, 3), torch.ones(8, 1)
pred = torch.sigmoid(model(x))
rounded = pred.round()  #! birth here
loss = (rounded - y).abs().mean() + (rounded - y).pow(2).mean() + rounded.sum()
loss.backward()
assert not model.weight.grad.any()
