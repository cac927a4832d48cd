# Most ReLUs are off, one is on.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

enc, head = nn.Linear(2, 4), nn.Linear(4, 1)
with torch.no_grad():
    enc.bias.copy_(torch.tensor([-9.0, -9.0, -9.0, 9.0]))
(head(F.relu(enc(torch.rand(6, 2)))) - 1).pow(2).mean().backward()
