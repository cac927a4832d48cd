# Outputs are stored by step.
# plain: completes
# expect: graph_grows
# tensor: by_step
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
by_step = {}
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    by_step[step] = net(x).sigmoid()  #! here
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(len(by_step))
