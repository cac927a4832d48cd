# Per-sample losses are collected in a list and made into a tensor with torch.tensor.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

net = nn.Linear(3, 1)
losses = []
for x in torch.randn(4, 3):
    losses.append((net(x) - 1).pow(2))
loss = torch.tensor(losses).mean()  #! cut
loss.backward()  #! raise
