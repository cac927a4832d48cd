# A dueling network learns from a replay memory whose priorities are written from the errors.
# plain: completes
# expect: nothing
import random
from collections import deque, namedtuple

import torch
from torch import nn

Step = namedtuple("Step", "state action reward following done")


class Dueling(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 16), nn.ReLU(inplace=True))
        self.value, self.gain = nn.Linear(16, 1), nn.Linear(16, 2)

    def forward(self, state):
        h = self.trunk(state)
        gain = self.gain(h)
        return self.value(h) + gain - gain.mean(1, keepdim=True)


class Memory:
    def __init__(self, size):
        self.steps = deque(maxlen=size)
        self.priorities = torch.zeros(size)

    def push(self, step):
        self.steps.append(step)
        self.priorities[len(self.steps) - 1] = self.priorities.max().clamp(min=1.0)

    def sample(self, count):
        chance = self.priorities[: len(self.steps)] / self.priorities[: len(self.steps)].sum()
        index = torch.multinomial(chance, count)
        weight = (len(self.steps) * chance[index]).pow(-0.4)
        weight /= weight.max()
        return index, weight, Step(*(torch.stack(part) for part in zip(*(self.steps[i] for i in index.tolist()))))


random.seed(0)
online, target, memory = Dueling(), Dueling(), Memory(16)
target.load_state_dict(online.state_dict())
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
for _ in range(12):
    action = torch.tensor(random.randrange(2))
    memory.push(Step(torch.randn(4), action, action.float(), torch.randn(4), torch.tensor(0.0)))
for round_ in range(3):
    index, weight, batch = memory.sample(6)
    with torch.no_grad():
        best = online(batch.following).argmax(1, keepdim=True)
        wanted = batch.reward + 0.9 * (1 - batch.done) * target(batch.following).gather(1, best).squeeze(1)
    found = online(batch.state).gather(1, batch.action[:, None]).squeeze(1)
    error = wanted - found
    memory.priorities[index] = error.detach().abs() + 1e-3
    loss = (weight * error.pow(2)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for slow, fast in zip(target.parameters(), online.parameters()):
        slow.data.mul_(0.9).add_(0.1 * fast.data)
