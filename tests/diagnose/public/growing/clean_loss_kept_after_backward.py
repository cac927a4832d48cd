# The list keeps losses whose graphs were freed.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for step in range(ROUNDS):
    loss = net(torch.randn(8, 3)).exp().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss)
print(len(losses))
