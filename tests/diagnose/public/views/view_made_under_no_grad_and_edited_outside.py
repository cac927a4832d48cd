# A view is made under no_grad and edited with grad mode on.
# plain: raises RuntimeError: A view was created in no_grad mode and is being modified inplace with grad mode enabled
# expect: view_in_place
# tensor: top
import torch

w = torch.ones(2, 3, requires_grad=True)
h = w * 2
with torch.no_grad():
    top = h[0]
top.mul_(w[1])  #! raise
h.sum().backward()
