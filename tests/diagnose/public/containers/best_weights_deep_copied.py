# The best weights are kept with copy.deepcopy: leaves can be copied.
# plain: completes
# expect: nothing
import copy

import torch
from torch import nn

net = nn.Linear(3, 1)
net(torch.randn(5, 3)).sum().backward()
best = copy.deepcopy(net.state_dict())
twin = copy.deepcopy(net)
print(twin.weight.equal(net.weight), len(best))
