# A tensor of integers is made to require grad.
# plain: raises RuntimeError: only Tensors of floating point dtype can require gradients
# expect: integer_requires_grad
# tensor: x
import torch

x = torch.tensor([1, 2, 3])
x.requires_grad_()  #! raise
(x * 2).sum().backward()
