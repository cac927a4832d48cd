# A binarised layer: sign in forward, a clipped identity in backward.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        grad = grad.clone()
        grad[x.abs() > 1] = 0
        return grad


w = nn.Parameter(torch.randn(3, 4))
opt = torch.optim.Adam([w], lr=0.01)
for _ in range(2):
    loss = (torch.randn(5, 4) @ Sign.apply(w).t()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    w.data.clamp_(-1, 1)
