# The last layer is replaced for another number of classes after the optimizer was made.
# plain: completes
# expect: not_optimized
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 10))
opt = torch.optim.SGD(net.parameters(), lr=0.1)  #! here
net[2] = nn.Linear(4, 2)
for step in range(3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(torch.randn(4, 3)), torch.tensor([0, 1, 1, 0]))
    loss.backward()
    opt.step()
