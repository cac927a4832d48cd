# The backward of a Function divides by what it saved
# plain: completes
# expect: non_finite
# cause: custom_function

import torch

class Inverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0.1)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g / x


x = torch.tensor([0.0, 1.0], requires_grad=True)
y = Inverse.apply(x)  #! birth
y.sum().backward()
