# Soft actor-critic: the policy's loss goes through the critics, which have been stepped since.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
q1, q2 = nn.Linear(4, 1), nn.Linear(4, 1)
actor = nn.Linear(3, 2)
q_opt = torch.optim.Adam([*q1.parameters(), *q2.parameters()], lr=1e-3)
pi_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
obs, act, target = torch.randn(8, 3), torch.randn(8, 1), torch.randn(8, 1)
mean, log_std = actor(obs).chunk(2, -1)
new_act = torch.distributions.Normal(mean, log_std.clamp(-5, 2).exp()).rsample()
q_new = torch.min(q1(torch.cat([obs, new_act], -1)), q2(torch.cat([obs, new_act], -1)))
q_loss = (q1(torch.cat([obs, act], -1)) - target).pow(2).mean() + (q2(torch.cat([obs, act], -1)) - target).pow(2).mean()
pi_loss = -q_new.mean()
q_opt.zero_grad()
q_loss.backward()
q_opt.step()
pi_opt.zero_grad()
pi_loss.backward()  #! raise
pi_opt.step()
