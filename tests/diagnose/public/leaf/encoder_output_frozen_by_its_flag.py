# The encoder is to be frozen by switching requires_grad off on what it returns.
# plain: raises RuntimeError: you can only change requires_grad flags of leaf variables
# expect: non_leaf_flag
# tensor: code
import torch
from torch import nn

encoder, decoder = nn.Linear(6, 2), nn.Linear(2, 6)
x = torch.randn(4, 6)
code = encoder(x)
code.requires_grad_(False)  #! raise
loss = (decoder(code) - x).pow(2).mean()
loss.backward()
