# The gradient of a once_differentiable Function is asked for with create_graph, and has no graph all the same.
# plain: raises RuntimeError: does not require grad
# expect: no_grad_path
import torch
from torch.autograd.function import once_differentiable


class Sinc(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.sin(x) / x
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * (torch.cos(x) - y) / x


x = torch.linspace(0.1, 2, 4, requires_grad=True)
y = Sinc.apply(x)
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)  #! cut
g.sum().backward()  #! raise
