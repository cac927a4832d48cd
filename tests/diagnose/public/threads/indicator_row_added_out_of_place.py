# The same loop as the answer wrote it: an indicator is filled in place, which nobody has saved.
# plain: completes
# expect: nothing
import torch

param = torch.randn(3, 3, requires_grad=True)
b = param @ torch.ones(3)
y = torch.zeros(3)
for i in range(3):
    one = torch.zeros(3)
    one[i] = 1
    b = b + one
    y = y + param @ b
y.sum().backward()
