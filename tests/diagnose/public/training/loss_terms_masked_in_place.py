# Losses of padded positions are zeroed in place before the mean: mse_loss has saved its inputs, not its output.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 1)
x, y = torch.randn(2, 5, 3), torch.randn(2, 5)
mask = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()
loss = nn.functional.mse_loss(net(x).squeeze(-1), y, reduction="none")
loss[~mask] = 0
(loss.sum() / mask.sum()).backward()
