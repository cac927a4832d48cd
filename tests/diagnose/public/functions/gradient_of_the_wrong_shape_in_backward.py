# backward returns the gradient of the weight transposed.
# plain: raises RuntimeError: returned an invalid gradient at index 1
# expect: custom_gradients
import torch


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return x @ weight.t()

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return grad @ weight, x.t() @ grad


x = torch.randn(5, 3, requires_grad=True)
weight = torch.randn(2, 3, requires_grad=True)
Linear.apply(x, weight).sum().backward()  #! raise
