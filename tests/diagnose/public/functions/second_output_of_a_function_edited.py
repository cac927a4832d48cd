# A custom Function hands out what it saved as a second output, and the caller adds to it in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: d
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x**3, 3 * x**2

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        y, slope = output
        ctx.mark_non_differentiable(slope)
        ctx.save_for_backward(x, slope)

    @staticmethod
    def backward(ctx, gy, gd):
        x, slope = ctx.saved_tensors  #! raise
        return gy * slope


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y, d = Cube.apply(x)  #! saved
d += 1  #! edit
y.sum().backward()
