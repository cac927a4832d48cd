# Dropout with inplace=True on the attention weights.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: weights
import torch
import torch.nn.functional as F

torch.manual_seed(1)
q = torch.randn(4, 3, requires_grad=True)
k, v = torch.randn(4, 3), torch.randn(4, 3)
weights = F.softmax(q @ k.T, dim=-1)  #! saved
weights = F.dropout(weights, p=0.3, training=True, inplace=True)  #! edit
context = weights @ v
context.sum().backward()  #! raise
