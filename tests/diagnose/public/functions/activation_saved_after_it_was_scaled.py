# A custom activation saves its input, and the layer below scales that input in place afterwards.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch import nn
from torch.autograd import Function


class Swish(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors  #! raise
        s = torch.sigmoid(x)
        return grad * (s + x * s * (1 - s))


class Gate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lin = nn.Linear(width, width)

    def forward(self, x):
        h = self.lin(x)
        out = Swish.apply(h)  #! saved
        h.mul_(0.5)  #! edit
        return out + h


net = nn.Sequential(Gate(3), Gate(3))
net(torch.randn(2, 3)).sum().backward()
