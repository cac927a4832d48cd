# The loss does not move: the first layer is initialised so that no ReLU is ever on.
# plain: completes
# expect: zero_gradient
# cause: dead_relu
import torch
import torch.nn.functional as F
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.head = nn.Linear(3, 8), nn.Linear(8, 1)
        nn.init.uniform_(self.enc.weight, -0.1, 0.1)
        nn.init.constant_(self.enc.bias, -5.0)

    def forward(self, x):
        return self.head(F.relu(self.enc(x)))  #! birth here

net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.rand(16, 3), torch.ones(16, 1)
for step in range(4):
    opt.zero_grad()
    F.mse_loss(net(x), y).backward()
    opt.step()
assert not net.enc.weight.grad.any()
