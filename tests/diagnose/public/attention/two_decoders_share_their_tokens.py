# Two decoders get the same latent tokens, and each adds its position embedding to them in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(4, dim))
        self.head = nn.Linear(dim, 2)

    def forward(self, token):
        token += self.position  #! edit
        return self.head(token)  #! saved


encoder = nn.Linear(3, 6)
depth, normals = Decoder(6), Decoder(6)
quant = encoder(torch.randn(2, 4, 3))
a = depth(quant)
b = normals(quant)
loss = a.pow(2).mean() + b.pow(2).mean()
loss.backward()  #! raise
