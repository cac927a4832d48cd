# A tensor is converted to double after requires_grad, which makes a result of it.
# plain: raises ValueError: can't optimize a non-leaf Tensor
# expect: non_leaf_optimized
# tensor: mask
import torch

image = torch.rand(3, 3)
mask = torch.zeros(3, 3, requires_grad=True).double()
optimizer = torch.optim.Adam([{"params": mask}], lr=0.1)  #! raise
loss = (image * mask).sum()
loss.backward()
