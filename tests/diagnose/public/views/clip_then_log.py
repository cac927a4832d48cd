# One half of an encoder's output is clamped in place.
# plain: raises RuntimeError: Output 1 of Split is a view and is being modified inplace. This view is the output of a fu
# expect: multi_view_in_place
import torch
from torch import nn
enc = nn.Linear(5, 2)
mu, logvar = enc(torch.randn(4, 5)).chunk(2, 1)
std = logvar.exp()
logvar.clamp_(-4, 4)  #! raise
z = mu + std * torch.randn_like(std)
(z.pow(2).mean() - 0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).mean()).backward()
