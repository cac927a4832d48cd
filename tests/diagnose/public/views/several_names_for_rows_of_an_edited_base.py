# Module-level names hold the rows of a tensor that is then edited; nobody reads them again.
# plain: completes
# expect: nothing
import torch

w = torch.ones(3, 2, requires_grad=True)
h = w + 1
first, second, third = h.unbind(0)
parts = h.split(1)
h.mul_(2)
h.sum().backward()
print(w.grad)
