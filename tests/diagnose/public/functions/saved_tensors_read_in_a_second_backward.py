# A custom Function whose output goes backward twice: ctx.saved_tensors is read when it has been freed.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors  #! raise
        return grad * 3 * x**2


x = torch.arange(3.0, requires_grad=True)
y = Cube.apply(x)
y.sum().backward()
y.mean().backward()
