# An agent's soft update mixes each weight with itself, since both networks are one: the weights shrink a little with every update.
# plain: completes
# expect: shared_weights
# tensor: agent.q.weight
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.q = nn.Linear(4, 2)
        self.q_target = self.q
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)

    def soft_update(self, tau=0.1):
        for slow, fast in zip(self.q_target.parameters(), self.q.parameters()):
            slow.data.mul_(1 - tau).add_(tau * fast.data)  #! edit

    def learn(self, state, following, reward):
        with torch.no_grad():
            wanted = reward + 0.9 * self.q_target(following).max(1)[0]
        loss = nn.functional.mse_loss(self.q(state).max(1)[0], wanted)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.soft_update()


agent = Agent()
for _ in range(3):
    agent.learn(torch.randn(8, 4), torch.randn(8, 4), torch.randn(8))
