# A replay buffer takes states without graphs.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
buffer = []
encoder = nn.Linear(3, 3)
for step in range(ROUNDS):
    state = encoder(torch.randn(2, 3)).tanh()
    buffer.append(state.detach().clone())
    loss = net(buffer[step // 2]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
