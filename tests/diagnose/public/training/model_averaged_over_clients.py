# Federated averaging: state dicts are summed in place and loaded back.
# plain: completes
# expect: nothing
import copy

import torch
from torch import nn

server = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
for round_ in range(2):
    states = []
    for client in range(2):
        local = copy.deepcopy(server)
        opt = torch.optim.SGD(local.parameters(), lr=0.1)
        opt.zero_grad()
        local(torch.randn(5, 3)).pow(2).mean().backward()
        opt.step()
        states.append(local.state_dict())
    mean = copy.deepcopy(states[0])
    for key in mean:
        for state in states[1:]:
            mean[key] += state[key]
        mean[key] = torch.div(mean[key], len(states))
    server.load_state_dict(mean)
