# SAM done wrong: both losses are computed, the weights perturbed in between, and the sum goes backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: model.2.weight
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
x, y = torch.randn(8, 3), torch.randn(8, 1)
loss = nn.functional.mse_loss(model(x), y)  #! saved
with torch.no_grad():
    for p in model.parameters():
        p.add_(0.01 * torch.randn_like(p))  #! edit
loss = loss + nn.functional.mse_loss(model(x), y)
loss.backward()  #! raise
