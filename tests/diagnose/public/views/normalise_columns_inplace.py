# Rows of an exponential are normalised in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
w = torch.randn(3, 3, requires_grad=True)
m = torch.exp(w)
for i in range(3):
    m[i] /= m[i].sum()
m.log().sum().backward()  #! raise
