# The same done right: the hook returns a new tensor.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
keep = torch.tensor([1.0, 0.0, 1.0, 1.0])
net[1].register_forward_hook(lambda module, args, output: output * keep)
net(torch.randn(2, 3)).sum().backward()
