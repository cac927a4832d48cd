# A softmax over one key: query and key have nothing to learn from this input.
# plain: completes
# expect: nothing
import torch
from torch import nn

attention = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.rand(2, 1, 4)
attention(x, x, x)[0].pow(2).sum().backward()
