# torch.nn.utils.prune masks weights; training goes on with the masked ones.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn.utils import prune

model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
prune.l1_unstructured(model[0], "weight", amount=0.5)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(3, 4)).pow(2).mean().backward()
    opt.step()
prune.remove(model[0], "weight")
model(torch.randn(3, 4)).sum().backward()
