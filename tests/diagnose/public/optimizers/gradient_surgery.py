# PCGrad: gradients of two tasks, taken with retain_graph, are projected and written into .grad by hand.
# plain: completes
# expect: nothing
import torch
from torch import nn

trunk, heads = nn.Linear(4, 6), nn.ModuleList([nn.Linear(6, 1), nn.Linear(6, 1)])
opt = torch.optim.SGD([*trunk.parameters(), *heads.parameters()], lr=0.1)
for _ in range(2):
    h = torch.relu(trunk(torch.randn(5, 4)))
    losses = [head(h).pow(2).mean() for head in heads]
    grads = [torch.autograd.grad(loss, trunk.weight, retain_graph=True)[0] for loss in losses]
    dot = (grads[0] * grads[1]).sum()
    if dot < 0:
        grads[0] -= dot / grads[1].norm().pow(2) * grads[1]
    opt.zero_grad()
    sum(losses).backward()
    trunk.weight.grad.copy_(grads[0] + grads[1])
    opt.step()
