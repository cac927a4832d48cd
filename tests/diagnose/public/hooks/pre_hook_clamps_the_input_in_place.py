# A forward pre-hook clamps the module's input in place, and the input is a leaf.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
import torch
from torch import nn


def clamp(module, args):
    args[0].clamp_(-1, 1)  #! edit raise


layer = nn.Linear(3, 1)
layer.register_forward_pre_hook(clamp)
x = torch.randn(2, 3, requires_grad=True)
layer(x).sum().backward()
