# Weights live in a named tuple inside a list; one is updated in place outside no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: net[0].w | layer.w
from typing import NamedTuple

import torch


class Layer(NamedTuple):
    w: torch.Tensor
    b: torch.Tensor


net = [Layer(torch.randn(2, 2, requires_grad=True), torch.zeros(2, requires_grad=True)) for _ in range(2)]
x = torch.randn(3, 2)
for layer in net:
    x = torch.tanh(x @ layer.w + layer.b)
x.sum().backward()
net[0].w.sub_(0.1 * net[0].w.grad)  #! edit raise
