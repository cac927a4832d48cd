# Deep Q-learning with a replay memory and a target network on a toy corridor.
import random
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
random.seed(0)
LENGTH, ACTIONS, GAMMA, TAU = 6, 2, 0.9, 0.05


class Corridor:
    def __init__(self):
        self.position = 0

    def reset(self):
        self.position = 0
        return self.state()

    def state(self):
        return F.one_hot(torch.tensor(self.position), LENGTH).float()

    def step(self, action):
        self.position = max(0, min(LENGTH - 1, self.position + (1 if action else -1)))
        done = self.position == LENGTH - 1
        return self.state(), float(done), done


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(LENGTH, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, ACTIONS))

    def forward(self, x):
        return self.layers(x)


policy_net, target_net = QNet(), QNet()
target_net.load_state_dict(policy_net.state_dict())
optimizer = torch.optim.AdamW(policy_net.parameters(), lr=1e-3, amsgrad=True)
memory = deque(maxlen=100)


def act(state, epsilon):
    if random.random() < epsilon:
        return random.randrange(ACTIONS)
    with torch.no_grad():
        return policy_net(state).argmax().item()


def optimize():
    if len(memory) < 8:
        return None
    states, actions, rewards, following, dones = zip(*random.sample(list(memory), 8))
    states, following = torch.stack(states), torch.stack(following)
    actions = torch.tensor(actions).unsqueeze(1)
    rewards, dones = torch.tensor(rewards), torch.tensor(dones).float()
    q = policy_net(states).gather(1, actions).squeeze(1)
    with torch.no_grad():
        best = target_net(following).max(1).values
        expected = rewards + GAMMA * best * (1 - dones)
    loss = F.smooth_l1_loss(q, expected)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    with torch.no_grad():
        for slow, fast in zip(target_net.parameters(), policy_net.parameters()):
            slow.mul_(1 - TAU).add_(TAU * fast)
    return loss.item()


env = Corridor()
state = env.reset()
for t in range(11):
    action = act(state, 0.5)
    after, reward, done = env.step(action)
    memory.append((state, action, reward, after, done))
    state = env.reset() if done else after
    print(t, optimize())
