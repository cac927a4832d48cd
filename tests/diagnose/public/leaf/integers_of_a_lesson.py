# The first lesson with integers instead of floats.
# plain: raises RuntimeError: Only Tensors of floating point and complex dtype can require gradients
# expect: integer_requires_grad
import torch

x = torch.tensor([1, 2, 3], requires_grad=True)  #! raise
y = (x**2).sum()
y.backward()
