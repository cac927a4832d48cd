# The target network is moved before the loss that went through it goes backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import copy
import torch
from torch import nn
q = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
target_q = copy.deepcopy(q)
opt = torch.optim.Adam(q.parameters())
s, s2, r = torch.randn(6, 3), torch.randn(6, 3), torch.randn(6)
y = r + 0.99 * target_q(s2).max(1).values
loss = nn.functional.smooth_l1_loss(q(s).max(1).values, y)
with torch.no_grad():
    for tp, p in zip(target_q.parameters(), q.parameters()):
        tp.mul_(0.995).add_(0.005 * p)
opt.zero_grad()
loss.backward()  #! raise
opt.step()
