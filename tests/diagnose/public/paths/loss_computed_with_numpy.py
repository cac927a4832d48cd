# A metric written in numpy is used as the loss.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import numpy as np
import torch
from torch import nn


def log_cosh(a, b):
    return np.log(np.cosh(a - b)).mean()


net = nn.Linear(2, 1)
x, y = torch.randn(6, 2), torch.randn(6, 1)
out = net(x)
value = log_cosh(out.detach().numpy(), y.numpy())  #! cut
loss = torch.tensor(value)
loss.backward()  #! raise
