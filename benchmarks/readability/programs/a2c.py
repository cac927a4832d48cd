# Advantage actor-critic with a shared trunk on a random environment.
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
STATE, ACTIONS, GAMMA = 5, 3, 0.95


class ActorCritic(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(STATE, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.actor = nn.Linear(hidden, ACTIONS)
        self.critic = nn.Linear(hidden, 1)

    def forward(self, state):
        features = self.trunk(state)
        return Categorical(logits=self.actor(features)), self.critic(features).squeeze(-1)


def environment(state, action):
    following = torch.tanh(state.roll(1) + 0.1 * torch.randn(STATE))
    reward = float(following[action] > 0)
    return following, reward


def discounted(rewards, last):
    returns, running = [], last
    for reward in reversed(rewards):
        running = reward + GAMMA * running
        returns.insert(0, running)
    return torch.tensor(returns)


model = ActorCritic()
opt_actor = torch.optim.Adam([*model.trunk.parameters(), *model.actor.parameters()], lr=1e-3)
opt_critic = torch.optim.Adam(model.critic.parameters(), lr=1e-3)

for episode in range(2):
    state = torch.randn(STATE)
    log_probs, values, rewards, entropies = [], [], [], []
    for _ in range(5):
        policy, value = model(state)
        action = policy.sample()
        log_probs.append(policy.log_prob(action))
        values.append(value)
        entropies.append(policy.entropy())
        state, reward = environment(state, action)
        rewards.append(reward)

    with torch.no_grad():
        _, last = model(state)
    returns = discounted(rewards, last.item())
    values = torch.stack(values)
    advantage = returns - values.detach()
    actor_loss = -(torch.stack(log_probs) * advantage).mean() - 0.01 * torch.stack(entropies).mean()
    critic_loss = F.mse_loss(values, returns)

    opt_actor.zero_grad()
    opt_critic.zero_grad()
    actor_loss.backward()
    critic_loss.backward()
    opt_actor.step()
    opt_critic.step()
    print(episode, actor_loss.item(), critic_loss.item())
