# Sparse embedding gradients with SparseAdam beside a dense optimizer, and EmbeddingBag.
# plain: completes
# expect: nothing
import torch
from torch import nn

bag = nn.EmbeddingBag(20, 4, mode="sum", sparse=True)
table = nn.Embedding(20, 4, sparse=True)
dense = nn.Linear(4, 1)
sparse_opt = torch.optim.SparseAdam([*bag.parameters(), *table.parameters()], lr=0.1)
dense_opt = torch.optim.Adam(dense.parameters(), lr=0.1)
for _ in range(2):
    tokens = torch.randint(0, 20, (3, 5))
    out = dense(bag(tokens) + table(tokens[:, 0]))
    sparse_opt.zero_grad()
    dense_opt.zero_grad()
    out.pow(2).mean().backward()
    sparse_opt.step()
    dense_opt.step()
