# A learned prompt's first row is overwritten by a slice assignment on the parameter.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: model.prompts[0] | model.prompts.0
import torch
from torch import nn

model = nn.Module()
model.prompts = nn.ParameterList(nn.Parameter(torch.zeros(3, 2)) for _ in range(2))
start = torch.ones(2)
model.prompts[0][:1] = start  #! edit raise
