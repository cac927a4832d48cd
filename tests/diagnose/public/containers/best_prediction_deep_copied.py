# The best prediction so far is kept with copy.deepcopy.
# plain: raises RuntimeError: Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol
# expect: non_leaf_copied
# tensor: prediction
import copy

import torch
from torch import nn

net = nn.Linear(3, 1)
prediction = net(torch.randn(5, 3))
best = copy.deepcopy(prediction)  #! raise
prediction.sum().backward()
