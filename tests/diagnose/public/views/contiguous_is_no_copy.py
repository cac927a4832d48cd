# contiguous() of a tensor that is contiguous is the tensor itself; the edit of the "copy" hits what exp saved.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: e
import torch

x = torch.randn(2, 3, requires_grad=True)
e = x.exp()  #! saved
flat = e.contiguous().view(-1)
flat[0] = 0  #! edit
(e.sum() + flat.sum()).backward()  #! raise
