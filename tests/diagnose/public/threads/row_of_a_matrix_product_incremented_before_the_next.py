# A vector is incremented entry by entry, and each state is multiplied by a parameter.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: b
import torch

param = torch.randn(3, 3, requires_grad=True)
b = param @ torch.ones(3)
y = torch.zeros(3)
for i in range(3):
    b[i] = b[i] + 1  #! edit
    y = y + param @ b  #! saved
y.sum().backward()  #! raise
