# A continuous action is drawn with sample() under a frozen critic.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path
import torch
from torch import nn
actor, critic = nn.Linear(3, 2), nn.Linear(4, 1)
opt = torch.optim.Adam(actor.parameters())
for p in critic.parameters():
    p.requires_grad_(False)
s = torch.randn(8, 3)
mu, log_std = actor(s).chunk(2, -1)
dist = torch.distributions.Normal(mu, log_std.exp())
a = dist.sample()
loss = -critic(torch.cat([s, a], -1)).mean()
opt.zero_grad()
loss.backward()  #! raise
opt.step()
