# Weights of a first layer decay through .data between forward and backward; its input needs no gradient, so they are not saved.
# plain: completes
# expect: nothing
import torch
from torch import nn

layer = nn.Linear(3, 1)
loss = layer(torch.randn(4, 3)).pow(2).mean()
layer.weight.data.mul_(0.99)
loss.backward()
