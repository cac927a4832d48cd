# Forward returns a second output, and the loss uses the first one only.
# plain: completes
# expect: unused_parameter
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.main = nn.Linear(4, 2)
        self.aux = nn.Linear(4, 2)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return self.main(h), self.aux(h)  #! here

net = Net()
opt = torch.optim.Adam(net.parameters())
target = torch.tensor([0, 1, 1, 0])
for step in range(2):
    out, aux = net(torch.randn(4, 3))
    loss = nn.functional.cross_entropy(out, target)
    opt.zero_grad()
    loss.backward()
    opt.step()
