# A physics-informed network as it should be: tanh, create_graph for both derivatives, boundary loss added.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.linspace(0, 1, 9).unsqueeze(1).requires_grad_()
for _ in range(2):
    u = net(x)
    (u_x,) = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)
    (u_xx,) = torch.autograd.grad(u_x, x, torch.ones_like(u_x), create_graph=True)
    loss = (u_xx + u).pow(2).mean() + u[0].pow(2).sum() + (u[-1] - 1).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
