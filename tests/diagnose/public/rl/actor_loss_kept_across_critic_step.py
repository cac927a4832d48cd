# DDPG: the actor's loss is computed next to the critic's, and goes backward only after the critic has been stepped.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 16)
        self.fc2 = nn.Linear(16, 1)

    def forward(self, s, a):
        h = torch.relu(self.fc1(torch.cat([s, a], dim=-1)))
        return self.fc2(h)  #! saved


actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2), nn.Tanh())
critic = Critic()
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
s, a, r = torch.randn(8, 3), torch.randn(8, 2), torch.randn(8, 1)

critic_loss = (critic(s, a) - r).pow(2).mean()
actor_loss = -critic(s, actor(s)).mean()

critic_opt.zero_grad()
critic_loss.backward()
critic_opt.step()  #! edit

actor_opt.zero_grad()
actor_loss.backward()  #! raise
actor_opt.step()
