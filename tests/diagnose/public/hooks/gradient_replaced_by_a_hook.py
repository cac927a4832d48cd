# A mask on the gradient, returned as a new tensor by a hook, so that only some weights are trained.
# plain: completes
# expect: nothing
import torch
from torch import nn

layer = nn.Linear(4, 3)
mask = (torch.arange(12).reshape(3, 4) % 2).float()
layer.weight.register_hook(lambda grad: grad * mask)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    layer(torch.randn(5, 4)).pow(2).mean().backward()
    opt.step()
