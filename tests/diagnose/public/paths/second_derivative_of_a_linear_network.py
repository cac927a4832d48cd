# The same with create_graph, but the network is linear, so the first derivative does not depend on x.
# plain: raises RuntimeError: appears to not have been used in the graph
# expect: no_grad_path
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Linear(8, 1))
x = torch.linspace(0, 1, 5).unsqueeze(1).requires_grad_()
u = net(x)
(u_x,) = torch.autograd.grad(u.sum(), x, create_graph=True)
(u_xx,) = torch.autograd.grad(u_x.sum(), x)  #! raise
