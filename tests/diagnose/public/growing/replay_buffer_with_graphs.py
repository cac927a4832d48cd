# A replay buffer takes states with the graph that made them.
# plain: completes
# expect: graph_grows
# tensor: buffer
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
buffer = []
encoder = nn.Linear(3, 3)
for step in range(ROUNDS):
    state = encoder(torch.randn(2, 3)).tanh()
    buffer.append((step, state))  #! here
    loss = net(state.detach()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(len(buffer))
