# Only the head is trained; the backbone gets gradients that nobody uses.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.ModuleDict({"backbone": nn.Linear(3, 4), "head": nn.Linear(4, 1)})
opt = torch.optim.SGD(net["head"].parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    net["head"](net["backbone"](torch.randn(4, 3))).pow(2).mean().backward()
    opt.step()
