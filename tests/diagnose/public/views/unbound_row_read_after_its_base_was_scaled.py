# A row taken with unbind is read after its base was scaled in place.
# plain: raises RuntimeError: is a view and its base or another view of its base has been modified inplace
# expect: multi_view_in_place
# tensor: o
import torch

x = torch.arange(6.0).reshape(2, 3).requires_grad_()
h = x * 1
o = torch.unbind(h, 0)[0]
h.mul_(2)  #! edit
o.sum().backward()  #! raise
