# An in-place activation as a custom Function that marks its input dirty and saves the output: as it should be.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Relu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.clamp_(min=0)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (y > 0)


layer = nn.Linear(3, 3)
Relu.apply(layer(torch.randn(4, 3))).sum().backward()
