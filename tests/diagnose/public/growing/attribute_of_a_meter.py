# An average meter keeps a tensor as its sum.
# plain: completes
# expect: graph_grows
# tensor: meter.sum | self.sum
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
class Meter:
    def __init__(self):
        self.sum, self.count = 0, 0

    def update(self, value):
        self.sum = self.sum + value  #! here
        self.count += 1


meter = Meter()
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    loss = net(x).pow(2).mean()
    meter.update(net(x).exp().mean())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(meter.count)
