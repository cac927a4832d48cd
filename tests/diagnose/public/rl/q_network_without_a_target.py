# Q-learning without a target network: one network, under one name and a shorter one, gives both sides of the loss. Meant so.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Learner:
    def __init__(self):
        self.q = nn.Linear(4, 2)
        self.opt = torch.optim.SGD(self.q.parameters(), lr=0.1)

    def learn(self, state, following, reward):
        q = self.q
        with torch.no_grad():
            wanted = reward + 0.9 * q(following).max(1)[0]
        loss = nn.functional.mse_loss(self.q(state).max(1)[0], wanted)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


learner = Learner()
for _ in range(3):
    learner.learn(torch.randn(8, 4), torch.randn(8, 4), torch.randn(8))
