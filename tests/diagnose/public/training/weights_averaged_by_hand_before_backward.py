# An exponential moving average is swapped into the live weights before the pending loss is sent backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import copy

import torch
from torch import nn


class Average:
    def __init__(self, model, decay=0.9):
        self.shadow = {name: p.detach().clone() for name, p in model.named_parameters()}
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(p, alpha=1 - self.decay)

    @torch.no_grad()
    def apply(self, model):
        for name, p in model.named_parameters():
            p.copy_(self.shadow[name])  #! edit


model = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
average = Average(model)
start = copy.deepcopy(model.state_dict())
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(2):
    loss = model(torch.randn(5, 3)).pow(2).mean()
    average.apply(model)
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
    average.update(model)
