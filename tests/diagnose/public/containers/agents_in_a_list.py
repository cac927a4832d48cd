# Two agents in a list step one after the other; the second one's loss went through the first one's network.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def speak(self, x):
        return self.net(x)  #! saved

    def update(self, loss):
        self.opt.zero_grad()
        loss.backward(retain_graph=True)  #! raise
        self.opt.step()  #! edit


agents = [Agent(), Agent()]
message = agents[0].speak(torch.randn(2, 3))
answer = agents[1].speak(message)
for agent in agents:
    agent.update((answer - 1).pow(2).mean())
