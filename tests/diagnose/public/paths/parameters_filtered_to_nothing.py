# All parameters were frozen before the optimizer got the ones that require grad.
# plain: raises ValueError: optimizer got an empty parameter list
# expect: unknown no parameter requires grad, so the optimizer has nothing to train
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
for p in model.parameters():
    p.requires_grad = False
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))  #! raise
