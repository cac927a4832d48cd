# The bias is added in place to what a custom Function returned as a view.
# plain: raises RuntimeError: This view was created inside a custom Function
# expect: view_in_place
import torch


class Matmul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return (x @ w).view(2, 3, -1)

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        grad = grad.reshape(-1, grad.shape[-1])
        return grad @ w.t(), x.t() @ grad


x, w = torch.randn(6, 4), torch.randn(4, 5, requires_grad=True)
bias = torch.zeros(5, requires_grad=True)
out = Matmul.apply(x, w)
out += bias  #! edit raise
out.sum().backward()
