# A gradient reversal layer returns a view of its input; the features are edited in place after that loss went backward.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -grad


net, domain = nn.Linear(3, 2), nn.Linear(2, 1)
features = net(torch.randn(4, 3))
reversed_features = Reverse.apply(features)
domain(reversed_features).mean().backward(retain_graph=True)
features.mul_(2)
features.sum().backward()
