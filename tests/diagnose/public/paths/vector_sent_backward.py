# backward() on a loss with one value per sample.
# plain: raises RuntimeError: grad can be implicitly created only for scalar outputs
# expect: unknown backward needs a scalar, or a gradient for each element
import torch
from torch import nn

net = nn.Linear(3, 1)
loss = nn.functional.mse_loss(net(torch.randn(4, 3)), torch.zeros(4, 1), reduction="none")
loss.backward()  #! raise
