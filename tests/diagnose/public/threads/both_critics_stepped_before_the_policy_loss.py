# Optimistic actor-critic: both critics are stepped, and the policy's loss still goes through their old weights.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

q1, q2, pi = (nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)) for _ in range(3))
q1_opt, q2_opt, pi_opt = (torch.optim.Adam(each.parameters()) for each in (q1, q2, pi))
obs = torch.randn(5, 3)
action = pi(obs)
value = torch.min(q1(obs * action), q2(obs * action))
policy_loss = -value.mean()
for q, opt in ((q1, q1_opt), (q2, q2_opt)):
    opt.zero_grad()
    q(obs).pow(2).mean().backward()
    opt.step()  #! edit
pi_opt.zero_grad()
policy_loss.backward()  #! raise
pi_opt.step()
