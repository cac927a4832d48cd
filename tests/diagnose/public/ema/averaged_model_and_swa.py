# torch.optim.swa_utils: AveragedModel, SWALR and update_bn at the end.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn

model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
averaged = AveragedModel(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = SWALR(opt, swa_lr=0.05, anneal_epochs=2)
data = [(torch.randn(6, 3), torch.randn(6, 1)) for _ in range(2)]
for epoch in range(2):
    for x, y in data:
        opt.zero_grad()
        (model(x) - y).pow(2).mean().backward()
        opt.step()
    averaged.update_parameters(model)
    schedule.step()
update_bn((x for x, _ in data), averaged)
