# The documentation's LinearFunction in a module, checked with gradcheck in double precision.
# plain: completes
# expect: nothing
import torch
from torch import nn


class LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(x, weight, bias):
        return x @ weight.t() + bias

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, weight, _ = inputs
        ctx.save_for_backward(x, weight)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return grad @ weight, grad.t() @ x, grad.sum(0)


class Linear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in, dtype=torch.double))
        self.bias = nn.Parameter(torch.zeros(n_out, dtype=torch.double))

    def forward(self, x):
        return LinearFunction.apply(x, self.weight, self.bias)


layer = Linear(2, 2)
x = torch.randn(2, 2, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(layer, x))
layer(x).sum().backward()
