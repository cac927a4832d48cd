# A Gaussian policy splits its output into mean and log-std and clamps the latter in place.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: log_stds
import torch
from torch import nn

net = nn.Linear(3, 4)
states = torch.randn(5, 3)
means, log_stds = net(states).chunk(2, dim=-1)
actions = means + torch.randn_like(means) * log_stds.clamp_(-20, 2).exp()  #! edit raise
actions.mean().backward()
