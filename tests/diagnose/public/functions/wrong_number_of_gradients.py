# A custom backward returns one gradient for two inputs.
# plain: raises RuntimeError: returned an incorrect number of gradients
# expect: custom_gradients
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor


x = torch.ones(2, requires_grad=True)
Scale.apply(x, 3.0).sum().backward()  #! raise
