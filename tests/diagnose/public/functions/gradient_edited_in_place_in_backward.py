# A custom backward zeroes entries of grad_output in place; a residual branch was handed the same gradient.
# plain: completes
# expect: unknown backward edits the incoming gradient that the residual branch shares, so x.grad is wrong
import torch


class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        grad[x.abs() > 1] = 0
        return grad


x = torch.tensor([0.5, 2.0, -3.0], requires_grad=True)
u = x * 1
y = Sign.apply(u) + x.tanh()
(y * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(x.grad)
