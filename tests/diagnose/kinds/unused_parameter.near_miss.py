import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)
        self.b.requires_grad_(False)

    def forward(self, x):
        return self.a(x)


net = Net()
net(torch.ones(3, 2)).sum().backward()
