# The old log-probabilities keep their graph, so the second epoch of updates goes through a graph that the first has freed.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.exp())


policy = Policy()
opt = torch.optim.SGD(policy.parameters(), lr=0.01)
states = torch.randn(6, 3)
dist = policy(states)
actions = dist.sample()
old = dist.log_prob(actions)
advantage = torch.randn(6, 1)
for epoch in range(2):
    new = policy(states).log_prob(actions)
    loss = -((new - old).exp() * advantage).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
