# A gated skip: the encoder's sigmoid output is handed to an in-place relu in the decoder.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: gate
import torch
from torch import nn

enc, dec = nn.Conv2d(1, 3, 3, padding=1), nn.Conv2d(3, 1, 3, padding=1)
act = nn.ReLU(inplace=True)
x = torch.randn(1, 1, 6, 6)
gate = torch.sigmoid(enc(x))  #! saved
y = dec(act(gate))  #! edit
nn.functional.mse_loss(y, x).backward()  #! raise
