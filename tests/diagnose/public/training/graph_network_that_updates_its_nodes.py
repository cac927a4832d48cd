# Node features are updated in place by index while the messages of the same layer still need them.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate, self.message = nn.Linear(width, 1), nn.Linear(width, width)

    def forward(self, h, source, target):
        weight = torch.sigmoid(self.gate(h[source]))
        messages = weight * self.message(h)[source]  #! saved
        h[target] += messages  #! edit
        return h


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.start, self.layer = nn.Linear(2, 3), Layer(3)

    def forward(self, x, edges):
        return self.layer(torch.tanh(self.start(x)), *edges).sum()


net = Net()
edges = torch.tensor([[0, 1, 2], [1, 2, 0]])
loss = net(torch.randn(3, 2), edges)
loss.backward()  #! raise
