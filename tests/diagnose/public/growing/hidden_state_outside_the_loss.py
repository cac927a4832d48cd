# The state of a cell is carried on, and the loss sees a detached copy of it.
# plain: completes
# expect: graph_grows
# tensor: h
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
cell = nn.RNNCell(3, 3)
h = torch.zeros(4, 3)
for step in range(ROUNDS):
    h = cell(torch.randn(4, 3), h)  #! here
    loss = net(h.detach()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(h.shape)
