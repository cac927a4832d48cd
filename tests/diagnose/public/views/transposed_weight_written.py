# A transposed view of an activation is written into after the product that saved the activation.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: a
import torch

w = torch.rand(3, 3, requires_grad=True)
a = w.cos()
out = a @ a  #! saved
b = a.t()
b[0, 1] = 5  #! edit
out.sum().backward()  #! raise
