# A notebook shows the error on purpose and goes on with the sum.
# plain: completes
# expect: non_scalar_root
# tensor: y
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x**2
try:
    y.backward()  #! raise
except RuntimeError as error:
    print(error)
y.sum().backward()
print(x.grad)
