import torch
from torch import nn

embed = nn.Embedding(4, 3, max_norm=1.0)
project = torch.ones(3, 2, requires_grad=True)

table = embed.weight.clone() @ project
rows = embed(torch.tensor([1, 2]))

loss = table.sum() + rows.sum()
loss.backward()
print("embed.weight.grad", embed.weight.grad.tolist())
