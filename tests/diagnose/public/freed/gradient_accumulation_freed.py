# Two losses of one output go backward one after the other.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
net = nn.Linear(3, 1)
x = torch.randn(4, 3)
out = net(x)
loss1 = out.pow(2).mean()
loss2 = out.abs().mean()
loss1.backward()
loss2.backward()  #! raise
