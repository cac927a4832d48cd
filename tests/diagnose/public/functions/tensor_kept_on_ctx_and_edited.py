# A custom Function keeps its input as ctx.x instead of with save_for_backward; the caller then edits it in place, and no check sees that.
# plain: completes
# expect: unknown a tensor kept on ctx is checked by nothing, and the gradient is computed from the edited values
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2 * ctx.x


w = torch.ones(3, requires_grad=True)
h = w * 2
y = Square.apply(h)
h.add_(10)
y.sum().backward()
print(w.grad)
