# A pretrained vector is put into an embedding by index.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: embedding.weight
import torch
from torch import nn

vectors = {"cat": torch.ones(3), "dog": torch.full((3,), 2.0)}
embedding = nn.Embedding(len(vectors), 3)
for i, vector in enumerate(vectors.values()):
    embedding.weight[i] = vector  #! edit raise
