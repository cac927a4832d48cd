# The list of parameters names two of three parts, and forgets the last.
# plain: completes
# expect: not_optimized
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.mid, self.head = nn.Linear(3, 4), nn.Linear(4, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.mid(torch.tanh(self.enc(x)))))

net = Net()
opt = torch.optim.Adam(list(net.enc.parameters()) + list(net.mid.parameters()))  #! here
for step in range(3):
    net.zero_grad()
    net(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
