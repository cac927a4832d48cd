# One measurement is NaN in the file that was loaded
# plain: completes
# expect: non_finite
# cause: input_data

import torch
from torch import nn

data = torch.tensor([[1.0, 2.0], [float("nan"), 1.0]])  #! birth
net = nn.Linear(2, 1)
loss = net(data).pow(2).mean()
loss.backward()
