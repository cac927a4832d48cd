# The averaged weights are updated by augmented assignments, outside no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
# expect: leaf_in_place
import copy
import torch
from torch import nn
model = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
ema = copy.deepcopy(model)
opt = torch.optim.Adam(model.parameters())

def update_ema(decay=0.9):
    for e, p in zip(ema.parameters(), model.parameters()):
        e *= decay  #! raise
        e += (1 - decay) * p.detach()

for _ in range(2):
    loss = model(torch.randn(5, 4)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    update_ema()
