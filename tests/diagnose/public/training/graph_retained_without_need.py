# retain_graph=True is left in a training loop that calls backward once per loss.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()
print(loss.item() >= 0)
