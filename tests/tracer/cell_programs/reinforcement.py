# %%
import random
from collections import deque, namedtuple
from itertools import count

import torch
from torch import nn

random.seed(1)
torch.manual_seed(1)
Transition = namedtuple("Transition", "state action reward next_state")
# %% A corridor
class Corridor:
    """Walk to the right end."""

    def reset(self):
        self.place = 0
        return torch.tensor([0.0])

    def step(self, action):
        self.place = max(0, self.place + (1 if action else -1))
        return torch.tensor([float(self.place)]), 1.0 if self.place == 3 else -0.1, self.place == 3


env = Corridor()
env.reset()
# %%
policy = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
# %% REINFORCE
def episode():
    state, logs, rewards = env.reset(), [], []
    for t in count():
        distribution = torch.distributions.Categorical(logits=policy(state))
        action = distribution.sample()
        logs.append(distribution.log_prob(action))
        state, reward, done = env.step(action.item())
        rewards.append(reward)
        if done or t == 20:
            return logs, rewards


logs, rewards = episode()
len(logs), rewards[-1]
# %%
def returns(rewards, gamma=0.9):
    found, r = deque(), 0.0
    for reward in reversed(rewards):
        r = reward + gamma * r
        found.appendleft(r)
    return torch.tensor(found)


R = returns(rewards)
loss = -(torch.stack(logs) * (R - R.mean()) / (R.std() + 1e-6)).sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
loss
# %%
loss.backward()
# %%
logs[0].backward()
# %% DQN
target = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 2))
target.load_state_dict(policy.state_dict())
memory = deque(maxlen=50)
state = env.reset()
for _ in range(12):
    action = random.randrange(2)
    next_state, reward, done = env.step(action)
    memory.append(Transition(state, action, reward, next_state))
    state = env.reset() if done else next_state
len(memory), memory[0]
# %%
def update():
    batch = Transition(*zip(*random.sample(memory, 6)))
    q = policy(torch.stack(batch.state)).gather(1, torch.tensor(batch.action).unsqueeze(1))
    with torch.no_grad():
        best = target(torch.stack(batch.next_state)).max(1).values
    expected = torch.tensor(batch.reward) + 0.9 * best
    loss = nn.functional.smooth_l1_loss(q, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(policy.parameters(), 0.5)
    optimizer.step()
    return loss.item()


[round(update(), 4) for _ in range(3)]
# %% Soft update
with torch.no_grad():
    for a, b in zip(target.parameters(), policy.parameters()):
        a.lerp_(b, 0.1)
[p.grad for p in target.parameters()]
# %%
for a, b in zip(target.parameters(), policy.parameters()):
    a.mul_(0.9)
# %%
policy(torch.stack([m.state for m in memory])).gather(1, torch.tensor([m.action for m in memory]))
# %%
random.sample(memory, 100)
# %%
policy.load_state_dict(nn.Linear(1, 2).state_dict())
# %%
value = nn.Linear(1, 1)
advantage = R - value(torch.ones(len(R), 1)).squeeze(1)
actor = -(torch.stack([l.detach() for l in logs]) * advantage).mean()
critic = advantage.pow(2).mean()
actor.backward(retain_graph=True)
critic.backward()
value.weight.grad
