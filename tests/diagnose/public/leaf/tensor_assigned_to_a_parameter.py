# A plain tensor is assigned to a layer's weight.
# plain: raises TypeError: cannot assign 'torch.FloatTensor' as parameter 'weight'
# expect: unknown a parameter can only be replaced by a Parameter
import torch
from torch import nn

layer = nn.Linear(2, 2)
layer.weight = torch.eye(2)  #! raise
