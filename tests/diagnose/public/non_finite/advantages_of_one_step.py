# An episode of one step: the returns are normalised by their deviation
# plain: completes
# expect: non_finite
# cause: std_of_one_element

import torch
from torch import nn

policy = nn.Linear(2, 2)
returns = torch.tensor([1.0])
spread = returns.std()  #! birth
advantages = (returns - returns.mean()) / (spread + 1e-8)
loss = -(torch.log_softmax(policy(torch.ones(1, 2)), 1)[:, 0] * advantages).mean()
loss.backward()
