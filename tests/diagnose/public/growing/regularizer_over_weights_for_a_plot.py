# The norm of the weights is plotted, never trained on.
# plain: completes
# expect: graph_grows
# tensor: norms
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
norms = []
for step in range(ROUNDS):
    loss = net(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    norms.append((net.weight * 2).pow(2).sum().sqrt())  #! here
print([float(n.detach()) for n in norms])
