# A helper normalises what it is given with -= and /=; the caller's feature map had been squared before.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: features | x
import torch
from torch import nn


def standardise(x):
    x -= x.mean(dim=0, keepdim=True)  #! edit
    return x * 2


net = nn.Linear(3, 4)
features = net(torch.randn(5, 3))
energy = features.pow(2).sum()  #! saved
out = standardise(features)
(energy + out.sum()).backward()  #! raise
