# Losses are appended with their graphs and plotted after training: memory, but nothing wrong.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
curve, norms = [], []
for x in torch.randn(4, 5, 3):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    curve.append(loss)
    norms.append(net.weight.grad.norm())
print(torch.stack(curve).detach().numpy().shape, torch.tensor(norms).mean().item() >= 0)
