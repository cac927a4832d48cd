# Two heads share a trunk and each loss goes backward by itself.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
# tensor: loss_b
import torch
from torch import nn

trunk = nn.Sequential(nn.Linear(4, 8), nn.Sigmoid())
head_a, head_b = nn.Linear(8, 1), nn.Linear(8, 1)
h = trunk(torch.randn(3, 4))
loss_a = head_a(h).pow(2).mean()
loss_b = head_b(h).abs().mean()
loss_a.backward()
loss_b.backward()  #! raise
