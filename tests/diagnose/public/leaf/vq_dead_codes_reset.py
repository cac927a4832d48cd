# An unused code of a VQ-VAE is written over outside no_grad.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
# expect: leaf_in_place
import torch
from torch import nn
enc, dec = nn.Linear(6, 4), nn.Linear(4, 6)
codebook = nn.Parameter(torch.randn(5, 4))
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters(), codebook])
x = torch.randn(8, 6)
z = enc(x)
dist = torch.cdist(z, codebook)
idx = dist.argmin(1)
codebook[3] = z[0].detach()  #! raise
e = codebook[idx]
loss = (dec(z + (e - z).detach()) - x).pow(2).mean() + (e - z.detach()).pow(2).mean()
loss.backward()
opt.step()
