# numpy() is called on a network's output.
# plain: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# expect: numpy_requires_grad
# tensor: out
import torch
from torch import nn

net = nn.Linear(2, 1)
out = net(torch.randn(3, 2))
print(out.numpy())  #! raise
