# The best weights are loaded back while the last loss has not gone backward yet.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: net.2.weight
import copy

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
best = copy.deepcopy(net.state_dict())
loss = net(torch.randn(5, 3)).pow(2).mean()  #! saved
if loss > 0:
    net.load_state_dict(best)  #! edit
loss.backward()  #! raise
