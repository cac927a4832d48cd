# An inner loop of updates whose graph the outer loss goes through.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for task in range(2):
    weight = net.weight
    for inner in range(ROUNDS):
        inner_loss = (torch.randn(4, 3) @ weight.t()).exp().mean()
        (g,) = torch.autograd.grad(inner_loss, weight, create_graph=True)
        weight = weight - 0.1 * g
    loss = (torch.randn(4, 3) @ weight.t()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
