# squeeze_ changes only the shape, and counts as an edit all the same.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: p
import torch
from torch import nn

net = nn.Linear(3, 1)
p = torch.sigmoid(net(torch.randn(4, 3)))  #! saved
p.squeeze_(1)  #! edit
loss = nn.functional.binary_cross_entropy(p, torch.ones(4))
loss.backward()  #! raise
