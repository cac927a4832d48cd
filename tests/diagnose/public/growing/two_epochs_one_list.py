# A list is never emptied between epochs.
# plain: completes
# expect: graph_grows
# tensor: outs
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
outs = []
for epoch in range(2):
    for batch in range(ROUNDS):
        x = torch.randn(8, 3)
        outs.append(net(x).tanh())  #! here
        loss = net(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
print(len(outs))
