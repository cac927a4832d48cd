# A layer copies pretrained weights into its parameter in __init__, outside no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: self.weight
import torch
from torch import nn


class Projection(nn.Module):
    def __init__(self, pretrained):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(2, 3))
        self.weight.copy_(pretrained)  #! edit raise

    def forward(self, x):
        return x @ self.weight.T


model = Projection(torch.eye(2, 3))
