# A step with a bad loss is made harmless by clearing the gradients.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    opt.zero_grad()
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    if loss.item() > 0:
        opt.zero_grad()
    opt.step()
