# Activations are kept in a dictionary by name, and one is normalised in place afterwards.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: cache["act"] | cache['act']
import torch
from torch import nn

layer, cache = nn.Linear(3, 4), {}
x = torch.randn(2, 3)
cache["pre"] = layer(x)
cache["act"] = torch.tanh(cache["pre"])
loss = cache["act"].pow(2).mean()  #! saved
cache["act"] /= 2  #! edit
loss = loss + cache["act"].sum()
loss.backward()  #! raise
