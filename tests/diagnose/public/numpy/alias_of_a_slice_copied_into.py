# A name for the first half of a vector is overwritten through .data; the vector's own name changes with it.
# plain: completes
# expect: shared_storage_edit
# tensor: v
import torch

v = torch.arange(8.0)
a = v[:4]
a.data.copy_(torch.zeros(4))  #! edit
w = torch.ones(8, requires_grad=True)
(w * v).sum().backward()
print(w.grad)
