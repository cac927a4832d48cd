# A triplet loss whose triplets all keep the margin.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(2, 2)
a, n = torch.rand(3, 2), torch.rand(3, 2) + 90
F.triplet_margin_loss(net(a), net(a), net(n)).backward()
