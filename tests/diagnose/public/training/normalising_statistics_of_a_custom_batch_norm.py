# A hand-written batch norm moves its running statistics with in-place ops on buffers inside the graph of the batch.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, width, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.gain, self.shift = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, x):
        self.mean = (1 - self.momentum) * self.mean + self.momentum * x.mean(0)
        return self.gain * (x - self.mean) / (x.std(0) + 1e-5) + self.shift


net = nn.Sequential(nn.Linear(3, 4), Norm(4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(6, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
