# A continuous action is drawn with sample() for a critic that learns from the same loss: the policy never does.
# plain: completes
# expect: unreached_parameters
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy, critic = nn.Linear(4, 2), nn.Linear(6, 1)
opt = torch.optim.Adam([*policy.parameters(), *critic.parameters()])
for _ in range(2):
    s = torch.randn(8, 4)
    a = Normal(policy(s), 1.0).sample()  #! cut
    loss = -critic(torch.cat([s, a], 1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
