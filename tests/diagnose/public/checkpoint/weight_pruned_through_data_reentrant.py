# Small weights are set to zero through .data between the forward of a reentrant checkpoint and its backward pass.
# plain: completes
# expect: silent_overwrite
# tensor: w
# gradient: x.grad
# intact: y = torch.tanh(x * w.clone())
import torch
from torch.utils.checkpoint import checkpoint

w = torch.tensor([0.1, 2.0, -0.2, 3.0], requires_grad=True)


def gate(a):
    return torch.tanh(a * w)


x = torch.tensor([1.0, 0.5, -1.0, 0.2], requires_grad=True)
y = checkpoint(gate, x, use_reentrant=True)  #! saved
w.data.mul_(w.data.abs() > 0.5)  #! edit
(y * y).sum().backward()
