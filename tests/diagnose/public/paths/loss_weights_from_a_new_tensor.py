# Attention weights are rebuilt with torch.tensor from python numbers before they weight the losses.
# plain: completes
# expect: cut_gradient
import torch
from torch import nn

score, value = nn.Linear(3, 1), nn.Linear(3, 1)
x = torch.randn(4, 3)
weights = torch.softmax(score(x).squeeze(1), 0)
weights = torch.tensor([w.item() for w in weights])  #! cut
loss = (weights * value(x).squeeze(1)).sum()
loss.backward()
print(score.weight.grad)
