# One column of a layer's weight is changed by hand to edit what the model knows.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.Linear(6, 3))
embedding = torch.randn(3)
pos = 2
model[2].weight[:, pos] -= embedding * 0.5  #! edit raise
