# The same with .data instead of detach(): the prediction's values change and no counter moves.
# plain: completes
# expect: shared_storage_edit
import torch
from torch import nn

net = nn.Linear(4, 3)
s = torch.randn(5, 4)
a, r = torch.randint(0, 3, (5,)), torch.randn(5)
q = net(s)
target = q.data
target[torch.arange(5), a] = r  #! edit
loss = nn.functional.mse_loss(q, target)
loss.backward()
print(loss.item())
