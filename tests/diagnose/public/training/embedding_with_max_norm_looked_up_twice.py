# nn.Embedding(max_norm=…) rescales its rows inside the lookup, after its weight was multiplied with.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: table.weight
import torch
from torch import nn

table = nn.Embedding(4, 3, max_norm=0.5)
project = nn.Linear(3, 3)
keys = project(torch.randn(2, 3)) @ table.weight.t()  #! saved
found = table(torch.tensor([1, 3]))  #! edit
loss = keys.sum() + found.sum()
loss.backward()  #! raise
