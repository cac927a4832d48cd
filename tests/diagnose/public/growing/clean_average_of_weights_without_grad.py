# An average of the weights is made under no_grad.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
average = net.weight.detach().clone()
for step in range(ROUNDS):
    loss = net(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        average = average * 0.9 + net.weight * torch.full((1, 3), 0.1)
