# Only every second loss is logged.
# plain: completes
# expect: graph_grows
# tensor: logged
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
logged = []
for step in range(2 * ROUNDS):
    x = torch.randn(8, 3)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 2 == 0:
        logged.append(net(x).sigmoid().mean())  #! here
print(len(logged))
