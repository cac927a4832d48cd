import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad

w = torch.tensor([1., 2.], requires_grad=True)
h = w + 1
loss = Square.apply(h).sum()
h -= 1
loss.backward()
