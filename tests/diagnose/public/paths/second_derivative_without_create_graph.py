# A physics-informed network: the second derivative is taken of a first one that was computed without create_graph.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: u_x
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.linspace(0, 1, 5).unsqueeze(1).requires_grad_()
u = net(x)
u_x = torch.autograd.grad(u, x, torch.ones_like(u), retain_graph=True)[0]  #! cut
u_xx = torch.autograd.grad(u_x, x, torch.ones_like(u_x))[0]  #! raise
loss = (u_xx + u).pow(2).mean()
loss.backward()
