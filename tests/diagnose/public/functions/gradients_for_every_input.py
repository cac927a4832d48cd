# The same, done right: one gradient for each input, None for the number.
# plain: completes
# expect: nothing
import torch


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, factor):
        ctx.save_for_backward(x, weight)
        ctx.factor = factor
        return factor * (x @ weight.t())

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return ctx.factor * grad @ weight, ctx.factor * grad.t() @ x, None


x = torch.randn(5, 3, requires_grad=True)
weight = torch.randn(2, 3, requires_grad=True)
Linear.apply(x, weight, 0.5).sum().backward()
