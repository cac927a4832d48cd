# A custom Function returns a view of its input, and the caller clamps it in place.
# plain: raises RuntimeError: This view was created inside a custom Function
# expect: view_in_place
# tensor: q
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
q.clamp_(0, 1)  #! raise
q.sum().backward()
