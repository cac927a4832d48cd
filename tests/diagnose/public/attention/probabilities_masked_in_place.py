# Attention probabilities are masked in place after the softmax, which had saved them.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: attn
import torch
from torch import nn

q_proj, k_proj, v_proj = (nn.Linear(4, 4) for _ in range(3))
x = torch.randn(2, 5, 4)
q, k, v = q_proj(x), k_proj(x), v_proj(x)
attn = torch.softmax(q @ k.transpose(1, 2) / 2, dim=-1)  #! saved
causal = torch.ones(5, 5).triu(1).bool()
attn.masked_fill_(causal, 0.0)  #! edit
out = attn @ v
out.sum().backward()  #! raise
