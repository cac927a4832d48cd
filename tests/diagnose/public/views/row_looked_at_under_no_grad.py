# A row is taken under no_grad to look at it, and its name is still there when the base is edited in place.
# plain: completes
# expect: nothing
import torch

w = torch.ones(2, 3, requires_grad=True)
h = w * 2
with torch.no_grad():
    row = h[0]
    print(row.sum().item())
h.mul_(3)
h.sum().backward()
print(w.grad)
