# Two leaves are filled on one line.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
# expect: leaf_in_place
import torch
w = torch.rand(4, requires_grad=True)
b = torch.zeros(4, requires_grad=True)
w.uniform_(-0.1, 0.1); b.fill_(0.5)  #! raise
(w * b).sum().backward()
