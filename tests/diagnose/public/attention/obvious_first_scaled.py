# What four layers have saved is scaled in place by the last of them.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.g = (nn.Linear(4, 4) for _ in range(4))
    def forward(self, x):
        a = torch.relu(self.q(x))
        q, k, v, g = self.q(a), self.k(a), self.v(a), self.g(a)
        a *= torch.sigmoid(g)
        return (a + q * k * v).sum()

Mix()(torch.randn(2, 4)).backward()  #! raise
