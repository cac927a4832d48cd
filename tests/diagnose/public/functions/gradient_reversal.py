# Domain adaptation: a gradient reversal layer between features and domain classifier.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.weight = weight
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.weight * grad, None


features, label, domain = nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(6, 4)
f = features(x)
loss = nn.functional.cross_entropy(label(f), torch.arange(6) % 2)
loss += nn.functional.cross_entropy(domain(Reverse.apply(f, 0.5)), torch.arange(6) // 3)
loss.backward()
