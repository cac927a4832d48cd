# Target critics follow by lerp_ under no_grad after each step, twin critics share one optimizer.
# plain: completes
# expect: nothing
import copy
from itertools import chain

import torch
from torch import nn

q1, q2 = nn.Linear(4, 1), nn.Linear(4, 1)
t1, t2 = copy.deepcopy(q1), copy.deepcopy(q2)
for p in chain(t1.parameters(), t2.parameters()):
    p.requires_grad = False
opt = torch.optim.Adam(chain(q1.parameters(), q2.parameters()))
for _ in range(3):
    x, r = torch.randn(8, 4), torch.randn(8, 1)
    y = r + 0.99 * torch.min(t1(x), t2(x))
    loss = (q1(x) - y).pow(2).mean() + (q2(x) - y).pow(2).mean()
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    with torch.no_grad():
        for online, slow in ((q1, t1), (q2, t2)):
            for p, q in zip(online.parameters(), slow.parameters()):
                q.lerp_(p, 0.005)
