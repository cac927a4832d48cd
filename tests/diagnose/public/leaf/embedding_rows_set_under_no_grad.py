# The same under no_grad, and with from_pretrained.
# plain: completes
# expect: nothing
import torch
from torch import nn

vectors = {"cat": torch.ones(3), "dog": torch.full((3,), 2.0)}
embedding = nn.Embedding(len(vectors), 3, padding_idx=0)
with torch.no_grad():
    for i, vector in enumerate(vectors.values()):
        embedding.weight[i] = vector
other = nn.Embedding.from_pretrained(torch.stack(list(vectors.values())), freeze=False)
(embedding(torch.tensor([0, 1])) * other(torch.tensor([1, 0]))).sum().backward()
