# Values of a rollout are stored with their graphs, only their numbers are used later, and the critic is trained afresh each epoch.
# plain: completes
# expect: nothing
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-2)
states = torch.randn(6, 3)
values = [critic(s) for s in states]
returns = torch.stack([v.detach() * 0.9 + 1 for v in values])
for epoch in range(3):
    loss = (critic(states) - returns).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(len(values))
