# Scores are scaled, biased and masked in place before the softmax: nothing has saved them yet.
# plain: completes
# expect: nothing
import torch
from torch import nn

qkv = nn.Linear(4, 12)
x = torch.randn(2, 5, 4)
q, k, v = qkv(x).view(2, 5, 3, 4).unbind(2)
scores = q @ k.transpose(1, 2)
scores *= 0.5
scores += torch.linspace(-1, 0, 5)
scores.masked_fill_(torch.ones(5, 5).triu(1).bool(), float("-inf"))
out = scores.softmax(-1) @ v
out.pow(2).mean().backward()
