import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)

    def forward(self, x):
        return self.a(x), self.b(x)  #! here


net = Net()
out, _ = net(torch.ones(3, 2))
out.sum().backward()
