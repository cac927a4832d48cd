# The gradient's norm is logged with autograd.grad, then the loss goes backward.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
# tensor: loss
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
loss = model(torch.randn(5, 3)).pow(2).mean()
grads = torch.autograd.grad(loss, list(model.parameters()))
print(sum(g.norm() for g in grads))
loss.backward()  #! raise
