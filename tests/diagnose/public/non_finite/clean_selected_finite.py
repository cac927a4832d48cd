# Only the finite rows of the data are used
# plain: completes
# expect: nothing

import torch
from torch import nn

data = torch.tensor([[1.0, 2.0], [float("nan"), 0.0], [3.0, 4.0]])
good = data[torch.isfinite(data).all(1)]
net = nn.Linear(2, 1)
net(good).mean().backward()
