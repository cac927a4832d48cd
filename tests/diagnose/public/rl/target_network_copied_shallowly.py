# The target network is copy.copy() of the network, which has the same parameters; it is never updated, and moves all the same.
# plain: completes
# expect: shared_weights
# tensor: net.fc.weight
import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x.tanh())


net = Net()
frozen = copy.copy(net)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def learn(state, following, reward):
    best = frozen(following).max(1).values.detach()  #! cut
    loss = nn.functional.mse_loss(net(state).max(1).values, reward + 0.9 * best)
    opt.zero_grad()
    loss.backward()
    opt.step()


for _ in range(3):
    learn(torch.randn(8, 4), torch.randn(8, 4), torch.randn(8))
