# A deviation by hand over equal rows: two paths lead back from the root to the same layer
# plain: completes
# expect: non_finite
# cause: root_of_zero
import torch
from torch import nn

net = nn.Linear(2, 2)
out = net(torch.ones(3, 2))
spread = (out - out.mean(0)).pow(2).sum(0)
loss = spread.sqrt().sum()  #! birth
loss.backward()
