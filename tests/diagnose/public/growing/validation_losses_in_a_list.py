# After each epoch the validation loss is put into a list, without no_grad.
# plain: completes
# expect: graph_grows
# tensor: losses
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for epoch in range(ROUNDS):
    opt.zero_grad()
    net(torch.randn(8, 3)).pow(2).mean().backward()
    opt.step()
    val = net(torch.randn(4, 3)).tanh().pow(2).mean()
    losses.append(val)  #! here
print(sum(losses) / len(losses))
