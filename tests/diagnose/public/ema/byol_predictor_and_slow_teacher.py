# BYOL with a stop-gradient teacher that moves after each optimizer step.
# plain: completes
# expect: nothing
import copy

import torch
from torch import nn
import torch.nn.functional as F

online = nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True), nn.Linear(8, 4))
predictor = nn.Linear(4, 4)
teacher = copy.deepcopy(online).requires_grad_(False)
opt = torch.optim.Adam([*online.parameters(), *predictor.parameters()])
for step in range(2):
    a, b = torch.randn(6, 5), torch.randn(6, 5)
    loss = 0
    for one, other in ((a, b), (b, a)):
        p = F.normalize(predictor(online(one)), dim=1)
        t = F.normalize(teacher(other), dim=1)
        loss += 2 - 2 * (p * t).sum(1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for slow, fast in zip(teacher.parameters(), online.parameters()):
        slow.data = 0.99 * slow.data + 0.01 * fast.data
