# A second name is given and edited on one line.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
w = torch.randn(3, requires_grad=True)
a = torch.sigmoid(w)
b = a; b += 1
(b * 2).sum().backward()  #! raise
