# Encoder and decoder have an optimizer each; the decoder's step comes before the encoder's loss.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
enc, dec = nn.Linear(6, 3), nn.Linear(3, 6)
enc_opt = torch.optim.SGD(enc.parameters(), lr=0.1)
dec_opt = torch.optim.SGD(dec.parameters(), lr=0.1)
for step in range(3):
    x = torch.randn(4, 6)
    z = torch.tanh(enc(x))
    rec = dec(z)
    rec_loss = (rec - x).pow(2).mean()
    reg_loss = (dec(z * 2) - 2 * x).pow(2).mean()
    dec_opt.zero_grad()
    rec_loss.backward(retain_graph=True)
    dec_opt.step()
    enc_opt.zero_grad()
    reg_loss.backward()  #! raise
    enc_opt.step()
