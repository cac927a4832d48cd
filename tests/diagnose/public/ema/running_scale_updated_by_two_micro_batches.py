# A running scale that the forward divides by is updated by every micro-batch; the losses of two go backward together.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: self.scale | norm.scale
import torch
from torch import nn


class RunningScale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("scale", torch.ones(n))

    def forward(self, x):
        self.scale.mul_(0.9).add_(0.1 * x.detach().abs().mean(0))  #! edit
        return x / self.scale  #! saved


torch.manual_seed(0)
layer, norm = nn.Linear(3, 4), RunningScale(4)
loss = norm(layer(torch.randn(5, 3))).pow(2).mean()
loss = loss + norm(layer(torch.randn(5, 3))).pow(2).mean()
loss.backward()  #! raise
