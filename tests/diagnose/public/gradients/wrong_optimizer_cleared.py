# Two optimizers; the second one is cleared twice, the first never.
# plain: completes
# expect: gradient_accumulates
import torch
from torch import nn

enc, dec = nn.Linear(2, 2), nn.Linear(2, 2)
opt_enc = torch.optim.SGD(enc.parameters(), lr=0.1)
opt_dec = torch.optim.SGD(dec.parameters(), lr=0.1)
x = torch.randn(4, 2)
for step in range(3):
    opt_dec.zero_grad()
    opt_dec.zero_grad()
    loss = (dec(enc(x)) - x).pow(2).mean()
    loss.backward()
    opt_enc.step()  #! here
    opt_dec.step()
