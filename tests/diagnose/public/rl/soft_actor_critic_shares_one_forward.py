# The actor's loss reuses the critic's values from before the critic's step.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
from torch.nn import functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, state, action):
        return self.net(torch.cat([state, action], -1))


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2), nn.Tanh())
        self.critic, self.target = Critic(), Critic()
        self.target.load_state_dict(self.critic.state_dict())
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, state, action, reward, following):
        with torch.no_grad():
            wanted = reward + 0.99 * self.target(following, self.actor(following))
        actor_loss = -self.critic(state, self.actor(state)).mean()
        critic_loss = F.mse_loss(self.critic(state, action), wanted)
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()  #! edit
        self.actor_opt.zero_grad()
        actor_loss.backward()  #! raise
        self.actor_opt.step()


agent = Agent()
agent.update(torch.randn(4, 3), torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 3))
