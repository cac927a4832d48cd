# A target is infinite, since a price was divided by zero when it was written
# plain: completes
# expect: non_finite
# cause: input_data

import torch
from torch import nn

targets = torch.tensor([1.0, float("inf")])  #! birth
net = nn.Linear(2, 1)
loss = (net(torch.ones(2, 2))[:, 0] - targets).pow(2).mean()
loss.backward()
