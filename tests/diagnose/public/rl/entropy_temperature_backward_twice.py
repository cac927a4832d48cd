# Soft actor-critic: the temperature's loss uses the log-probability without detaching it, after the actor's backward.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn

actor = nn.Linear(3, 4)
log_alpha = torch.zeros(1, requires_grad=True)
opt_actor = torch.optim.Adam(actor.parameters(), lr=3e-4)
opt_alpha = torch.optim.Adam([log_alpha], lr=3e-4)
obs = torch.randn(6, 3)

mean, log_std = actor(obs).chunk(2, dim=-1)
normal = torch.distributions.Normal(mean, log_std.clamp(-5, 2).exp())
u = normal.rsample()
log_prob = (normal.log_prob(u) - torch.log(1 - torch.tanh(u).pow(2) + 1e-6)).sum(-1)
actor_loss = (log_alpha.exp().detach() * log_prob - torch.tanh(u).sum(-1)).mean()
opt_actor.zero_grad()
actor_loss.backward()
opt_actor.step()

alpha_loss = -(log_alpha.exp() * (log_prob + 2)).mean()
opt_alpha.zero_grad()
alpha_loss.backward()  #! raise
opt_alpha.step()
