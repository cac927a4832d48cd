# Everything is on one line, the edit too.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
x = torch.randn(3, requires_grad=True)
h = x.exp(); k = h * 2; h += 1; loss = (h + k).sum()
loss.backward()  #! raise
