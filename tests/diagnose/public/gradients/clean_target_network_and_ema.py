# A target network runs without gradients, and an average follows the weights.
# plain: completes
# expect: nothing
import torch
from torch import nn

import copy

q = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
target, ema = copy.deepcopy(q), copy.deepcopy(q)
opt = torch.optim.Adam(q.parameters())
s = torch.randn(4, 3)
for i in range(3):
    with torch.no_grad():
        goal = 1 + 0.9 * target(s).max(1).values
    loss = (q(s).max(1).values - goal).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for slow, fast in zip(ema.parameters(), q.parameters()):
            slow.mul_(0.9).add_(fast, alpha=0.1)
target.load_state_dict(q.state_dict())
print(ema(s).mean().item())
