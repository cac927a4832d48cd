# The array got from a tensor is normalised in place, and the tensor's values change.
# plain: completes
# expect: shared_storage_edit
# tensor: x
import torch

x = torch.tensor([1.0, 2.0, 3.0, 6.0])
array = x.numpy()
array /= array.sum()  #! edit
w = torch.ones(4, requires_grad=True)
(w * x).sum().backward()
print(w.grad)
