# The same agent as it should be: a deep copy, a soft update from the other network, and a copy of all weights at the end.
# plain: completes
# expect: nothing
import copy

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
target = copy.deepcopy(net).requires_grad_(False)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    state, following, reward = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8)
    loss = (net(state).max(1)[0] - (reward + 0.9 * target(following).max(1)[0]).detach()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for slow, fast in zip(target.parameters(), net.parameters()):
            slow.mul_(0.9).add_(0.1 * fast)
target.load_state_dict(net.state_dict())
