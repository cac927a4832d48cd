# A network goes on from a new leaf in its middle.
# plain: completes
# expect: unreached_parameters
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 1)
    def forward(self, x):
        h = torch.relu(self.a(x))
        h = torch.tensor(h.data, requires_grad=True)
        return self.b(h)

net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    loss = net(torch.randn(5, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(net.a.weight.grad)
