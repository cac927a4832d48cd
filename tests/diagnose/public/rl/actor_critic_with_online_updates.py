# One-step actor-critic: the value of the next state, computed before the step, is used with its graph in the next round.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 8), nn.Linear(8, 1)])

    def forward(self, state):
        return self.layers[1](self.layers[0](state).tanh())


critic = Critic()
opt = torch.optim.SGD(critic.parameters(), lr=0.01)
value = critic(torch.randn(3))
for step in range(3):
    following = critic(torch.randn(3))
    error = 1.0 + 0.9 * following - value
    opt.zero_grad()
    error.pow(2).sum().backward()  #! raise
    value = following
