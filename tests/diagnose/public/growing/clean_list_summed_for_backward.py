# Losses of an episode lie in a list until the policy is updated.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for episode in range(2):
    losses = []
    for step in range(ROUNDS):
        losses.append(net(torch.randn(2, 3)).sigmoid().log().mean())
    opt.zero_grad()
    torch.stack(losses).sum().backward()
    opt.step()
