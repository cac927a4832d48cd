# Off-policy continuous control with a stochastic actor and two critics.
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
STATE, ACTION, GAMMA, ALPHA, TAU = 4, 2, 0.99, 0.2, 0.01


class Actor(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(STATE, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.mean = nn.Linear(hidden, ACTION)
        self.log_std = nn.Linear(hidden, ACTION)

    def forward(self, state):
        h = self.body(state)
        policy = Normal(self.mean(h), self.log_std(h).clamp(-5, 2).exp())
        raw = policy.rsample()
        action = torch.tanh(raw)
        log_prob = policy.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(-1)


class Critic(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(STATE + ACTION, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.q2 = nn.Sequential(nn.Linear(STATE + ACTION, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, state, action):
        x = torch.cat([state, action], dim=-1)
        return self.q1(x).squeeze(-1), self.q2(x).squeeze(-1)


actor, critic = Actor(), Critic()
target_critic = copy.deepcopy(critic).requires_grad_(False)
opt_actor = torch.optim.Adam(actor.parameters(), lr=3e-4)
opt_critic = torch.optim.Adam(critic.parameters(), lr=3e-4)


def sample_batch(size=8):
    state, following = torch.randn(size, STATE), torch.randn(size, STATE)
    action = torch.rand(size, ACTION) * 2 - 1
    reward, done = torch.randn(size), torch.zeros(size)
    return state, action, reward, following, done


def critic_target(reward, following, done):
    with torch.no_grad():
        action, log_prob = actor(following)
        q1, q2 = target_critic(following, action)
        return reward + GAMMA * (1 - done) * (torch.min(q1, q2) - ALPHA * log_prob)


for update in range(2):
    state, action, reward, following, done = sample_batch()
    target = critic_target(reward, following, done)
    q1, q2 = critic(state, action)
    critic_loss = F.mse_loss(q1, target) + F.mse_loss(q2, target)

    new_action, log_prob = actor(state)
    actor_loss = (ALPHA * log_prob - torch.min(*critic(state, new_action))).mean()

    opt_critic.zero_grad()
    critic_loss.backward()
    opt_critic.step()

    opt_actor.zero_grad()
    actor_loss.backward()
    opt_actor.step()

    with torch.no_grad():
        for slow, fast in zip(target_critic.parameters(), critic.parameters()):
            slow.lerp_(fast, TAU)
    print(update, critic_loss.item(), actor_loss.item())
