# An output that no loss reads is replaced in the next round.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    side = net(x).exp()
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(side.shape)
