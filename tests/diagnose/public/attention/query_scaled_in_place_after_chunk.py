# fairseq-like attention: q, k, v come from one chunk and q is scaled in place.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: q
import torch
from torch import nn

proj = nn.Linear(6, 18)
x = torch.randn(3, 2, 6)
q, k, v = proj(x).chunk(3, dim=-1)
q *= 6**-0.5  #! edit raise
w = torch.softmax(q.transpose(0, 1) @ k.permute(1, 2, 0), dim=-1)
(w @ v.transpose(0, 1)).sum().backward()
