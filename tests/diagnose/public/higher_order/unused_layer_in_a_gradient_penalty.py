# A gradient penalty asks for gradients of all parameters, one of which the forward never used.
# plain: raises RuntimeError: appears to not have been used in the graph
# expect: no_grad_path
import torch
from torch import nn


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.main, self.extra = nn.Linear(3, 4), nn.Linear(3, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, x, both=False):
        h = self.main(x)
        if both:
            h = h + self.extra(x)
        return self.out(torch.tanh(h))


net = Branches()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(5, 3)
for step in range(2):
    loss = net(x).pow(2).mean()
    grads = torch.autograd.grad(loss, tuple(net.parameters()), create_graph=True)  #! raise
    penalty = sum(g.pow(2).sum() for g in grads)
    opt.zero_grad()
    (loss + penalty).backward()
    opt.step()
