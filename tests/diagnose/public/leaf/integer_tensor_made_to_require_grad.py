# A tensor of integers is made to require grad.
# plain: raises RuntimeError: only Tensors of floating point dtype can require gradients
# expect: unknown only floating-point and complex tensors can require grad
import torch

x = torch.tensor([1, 2, 3])
x.requires_grad_()  #! raise
(x * 2).sum().backward()
