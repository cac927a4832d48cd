# Actor and critic share a trunk and go backward one after the other.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
shared, pi, v = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)
opt = torch.optim.Adam([*shared.parameters(), *pi.parameters(), *v.parameters()])
s, r = torch.randn(5, 4), torch.randn(5, 1)
h = torch.relu(shared(s))
dist = torch.distributions.Categorical(logits=pi(h))
a = dist.sample()
value = v(h)
adv = r - value
critic_loss = adv.pow(2).mean()
actor_loss = -(dist.log_prob(a) * adv.detach().squeeze(-1)).mean()
opt.zero_grad()
critic_loss.backward()
actor_loss.backward()  #! raise
opt.step()
