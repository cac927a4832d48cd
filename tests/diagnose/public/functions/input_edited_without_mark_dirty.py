# A custom Function scales its input in place and forgets mark_dirty; the input had been saved by an earlier op.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: x | h
import torch


class ScaleInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.mul_(3).clone()  #! edit

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


w = torch.ones(3, requires_grad=True)
h = w * 2
square = h.pow(2)  #! saved
y = ScaleInPlace.apply(h)
(square + y).sum().backward()  #! raise
