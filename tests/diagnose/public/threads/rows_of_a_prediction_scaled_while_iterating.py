# Non-maximum suppression walks over the images of a batch and scales a column of each.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: pred
import torch
from torch import nn

head = nn.Linear(4, 7)
prediction = head(torch.randn(2, 3, 4))
output = []
for pred in prediction:
    best = pred[:, 5:].max(1).values
    pred[:, 4] *= best  #! edit raise
    output.append(pred)
