# The gradients are cleared once for an epoch, and the optimizer steps for every batch.
# plain: completes
# expect: gradient_accumulates
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters())
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
for epoch in range(2):
    optimizer.zero_grad()
    for x, y in batches:
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()  #! here
