# The same, done right: parameters are leaves, and so is what detach() gives.
# plain: completes
# expect: nothing
import torch
from torch import nn

encoder, decoder = nn.Linear(6, 2), nn.Linear(2, 6)
encoder.requires_grad_(False)
x = torch.randn(4, 6)
code = encoder(x)
code.requires_grad_(True)
(decoder(code) - x).pow(2).mean().backward()
print(code.grad.shape)
