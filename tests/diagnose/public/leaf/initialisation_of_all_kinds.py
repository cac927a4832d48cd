# Ways to set weights that are all right: nn.init, .data, no_grad, load_state_dict, apply.
# plain: completes
# expect: nothing
import torch
from torch import nn


def init(module):
    if isinstance(module, nn.Linear):
        nn.init.kaiming_uniform_(module.weight, nonlinearity="relu")
        module.bias.data.fill_(0.01)
    elif isinstance(module, nn.BatchNorm1d):
        nn.init.ones_(module.weight)
        nn.init.zeros_(module.bias)


model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
model.apply(init)
with torch.no_grad():
    model[3].weight[0] = 0.5
    model[3].weight.clamp_(-1, 1)
model[0].weight.data = torch.randn(4, 3)
model.load_state_dict({name: value * 0.9 if value.is_floating_point() else value for name, value in model.state_dict().items()})
model(torch.randn(5, 3)).sum().backward()
