# Class weights of a loss are decayed in place after the loss was computed.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: weights
import torch
from torch import nn
import torch.nn.functional as F

net, weights = nn.Linear(3, 2), torch.ones(2)
for step in range(2):
    loss = F.cross_entropy(net(torch.randn(4, 3)), torch.tensor([0, 1, 1, 1]), weight=weights)  #! saved
    weights *= 0.9  #! edit
    loss.backward()  #! raise
