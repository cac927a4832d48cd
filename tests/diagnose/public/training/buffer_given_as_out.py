# A scratch buffer is handed to out= again while a product has saved it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: scratch
import torch

w = torch.ones(3, requires_grad=True)
scratch = torch.empty(3)
total = 0
for x in torch.randn(2, 3):
    torch.mul(x, x, out=scratch)  #! edit
    total = total + (w * scratch).sum()  #! saved
total.backward()  #! raise
