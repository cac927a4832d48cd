# Most rows of an embedding are not looked up.
# plain: completes
# expect: nothing
import torch
from torch import nn

table, head = nn.Embedding(50, 3, padding_idx=0), nn.Linear(3, 1)
head(table(torch.tensor([1, 2, 0]))).pow(2).sum().backward()
head(table(torch.tensor([0, 0, 0]))).pow(2).sum().backward()
