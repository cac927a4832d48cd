# An attention block multiplies with a gate and then adds its input to the gate in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: out
import torch
from torch import nn

conv, gate = nn.Conv1d(2, 2, 1), nn.Conv1d(2, 2, 1)
x = torch.randn(1, 2, 5)
out = gate(x).sigmoid()
y = conv(x) * out  #! saved
out += x  #! edit
(y + out).mean().backward()  #! raise
