# backward() on a loss with one value per sample.
# plain: raises RuntimeError: grad can be implicitly created only for scalar outputs
# expect: non_scalar_root
# tensor: loss
import torch
from torch import nn

net = nn.Linear(3, 1)
loss = nn.functional.mse_loss(net(torch.randn(4, 3)), torch.zeros(4, 1), reduction="none")
loss.backward()  #! raise
