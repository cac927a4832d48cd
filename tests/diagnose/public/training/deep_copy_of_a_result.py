# A module with a computed tensor as attribute is deep-copied.
# plain: raises RuntimeError: Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol
# expect: non_leaf_copied
import copy

import torch
from torch import nn

net = nn.Linear(3, 3)
net.prior = net.weight * 2
backup = copy.deepcopy(net)  #! raise
