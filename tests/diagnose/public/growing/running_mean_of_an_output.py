# A running mean of the output is updated outside the loss.
# plain: completes
# expect: graph_grows
# tensor: mean
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
mean = torch.zeros(1)
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    out = net(x).tanh()
    loss = (net(x) - 1).pow(2).mean()
    mean = 0.9 * mean + 0.1 * out.mean(0)  #! here
    opt.zero_grad()
    loss.backward()
    opt.step()
print(mean.shape)
