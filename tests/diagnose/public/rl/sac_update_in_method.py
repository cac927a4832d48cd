# An agent's update computes both losses first, and steps the critic before the actor's loss goes backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
import torch.nn.functional as F

class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, obs, act, target):
        value = self.critic(torch.cat([obs, act], -1))
        actor_loss = -self.critic(torch.cat([obs, self.actor(obs)], -1)).mean()
        critic_loss = F.mse_loss(value, target)
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()
        self.actor_opt.zero_grad()
        actor_loss.backward()  #! raise
        self.actor_opt.step()
        return critic_loss.item(), actor_loss.item()

agent = Agent()
for _ in range(3):
    agent.update(torch.randn(8, 3), torch.randn(8, 1), torch.randn(8, 1))
