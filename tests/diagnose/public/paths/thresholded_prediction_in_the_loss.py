# The prediction is thresholded before the loss.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
x, y = torch.randn(5, 3), torch.ones(5, 1)
pred = net(x)
pred = (pred > 0.5).float()  #! cut
loss = nn.functional.mse_loss(pred, y)
loss.backward()  #! raise
