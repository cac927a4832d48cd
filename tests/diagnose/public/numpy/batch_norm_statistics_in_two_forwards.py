# Two forwards through batch norm before one backward: the running statistics move past the counter, and nothing reads them.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Conv1d(1, 2, 3), nn.BatchNorm1d(2), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(12, 1))
loss = net(torch.randn(3, 1, 8)).mean() - net(torch.randn(3, 1, 8) + 1).mean()
loss.backward()
