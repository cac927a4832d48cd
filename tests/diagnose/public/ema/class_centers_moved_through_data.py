# Center loss: the centres move through .data after the loss is computed; only their difference to the features was saved.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(4, 2)
centers = torch.zeros(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    x, y = torch.randn(9, 4), torch.arange(9) % 3
    features = net(x)
    loss = (features - centers[y]).pow(2).sum(1).mean()
    centers.data.index_add_(0, y, 0.1 * (features.detach() - centers[y]))
    opt.zero_grad()
    loss.backward()
    opt.step()
