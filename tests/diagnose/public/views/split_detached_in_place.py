# detach_() on the outputs of split.
# plain: raises RuntimeError: Can't detach views in-place
# expect: unknown a view cannot be detached in place
import torch

w = torch.ones(4, requires_grad=True)
left, right = (w * 2).split(2)
left.detach_()  #! raise
(left + right).sum().backward()
