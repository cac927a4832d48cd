# Two models train each other; the second's loss was computed before the first one's step changed the weights it went through.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: b.weight
import torch
from torch import nn

a, b = nn.Linear(3, 3), nn.Linear(3, 3)
opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (a, b)]
x = torch.randn(4, 3)
there = b(a(x))  #! saved
loss_b = (b(x) - x).pow(2).mean()
loss_a = (there - x).pow(2).mean()
for optimizer, loss in zip(reversed(opts), (loss_b, loss_a)):
    optimizer.zero_grad()
    loss.backward()  #! raise
    optimizer.step()  #! edit
