# Proximal policy optimisation: one rollout under no_grad, several epochs of minibatches with a clipped surrogate.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(states, 16), nn.Tanh())
        self.policy, self.value = nn.Linear(16, actions), nn.Linear(16, 1)
        for layer in (self.policy, self.value):
            nn.init.orthogonal_(layer.weight, gain=0.01)
            layer.bias.data.fill_(0)

    def forward(self, state):
        h = self.body(state)
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)


class Buffer:
    def __init__(self):
        self.states, self.actions, self.logs, self.values, self.rewards = [], [], [], [], []

    def add(self, state, action, log, value, reward):
        for part, item in zip((self.states, self.actions, self.logs, self.values, self.rewards), (state, action, log, value, reward)):
            part.append(item)

    def returns(self, gamma=0.99, lam=0.95):
        advantages, running, following = [], 0.0, 0.0
        for value, reward in zip(reversed(self.values), reversed(self.rewards)):
            delta = reward + gamma * following - value
            running = delta + gamma * lam * running
            following = value
            advantages.insert(0, running)
        advantages = torch.stack(advantages)
        returns = advantages + torch.stack(self.values)
        advantages -= advantages.mean()
        advantages /= advantages.std() + 1e-8
        return advantages, returns


net = ActorCritic(3, 2)
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
buffer, state = Buffer(), torch.zeros(3)
with torch.no_grad():
    for _ in range(8):
        dist, value = net(state)
        action = dist.sample()
        buffer.add(state, action, dist.log_prob(action), value, float(action == 1))
        state = torch.randn(3)
advantages, returns = buffer.returns()
states, actions, logs = torch.stack(buffer.states), torch.stack(buffer.actions), torch.stack(buffer.logs)
for _ in range(2):
    for part in torch.randperm(8).split(4):
        dist, value = net(states[part])
        ratio = (dist.log_prob(actions[part]) - logs[part]).exp()
        surrogate = torch.min(ratio * advantages[part], ratio.clamp(0.8, 1.2) * advantages[part])
        loss = -surrogate.mean() + 0.5 * (returns[part] - value).pow(2).mean() - 0.01 * dist.entropy().mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        opt.step()
print(returns.shape)
