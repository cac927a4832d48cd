# The same in a while loop, with the sum written out.
# plain: completes
# expect: graph_grows
# tensor: total
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total, step = torch.zeros(()), 0
while step < ROUNDS:
    x = torch.randn(6, 3)
    loss = net(x).pow(2).mean()
    total = total + net(x).sigmoid().sum()  #! here
    opt.zero_grad()
    loss.backward()
    opt.step()
    step += 1
print(total.item())
