# The same, done right: out of place.
# plain: completes
# expect: nothing
import torch


class Identity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


w = torch.randn(4, requires_grad=True)
q = Identity.apply(w * 2)
q = q.clamp(0, 1)
q.sum().backward()
