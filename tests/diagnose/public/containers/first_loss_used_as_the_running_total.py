# A running total starts as the first loss detached and grows in place: it is the loss itself, but nothing has saved that.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Linear(3, 1)
total = None
for x in torch.randn(3, 4, 3):
    model.zero_grad()
    loss = model(x).pow(2).mean()
    loss.backward()
    if total is None:
        total = loss.detach()
    else:
        total += loss.detach()
print(total.item() > 0)
