# A loss of shape (1,) or (1, 1) is a single number, and backward takes it.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
net(torch.randn(1, 3)).backward()
net(torch.randn(3)).backward()
print(net.weight.grad.shape)
