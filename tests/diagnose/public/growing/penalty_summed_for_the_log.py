# The penalty is only reported, and the sum of it keeps every graph.
# plain: completes
# expect: graph_grows
# tensor: penalties
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
penalties = 0.0
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    out = net(x)
    loss = out.pow(2).mean()
    penalties += net(torch.randn(8, 3)).exp().mean()  #! here
    opt.zero_grad()
    loss.backward()
    opt.step()
print(penalties)
