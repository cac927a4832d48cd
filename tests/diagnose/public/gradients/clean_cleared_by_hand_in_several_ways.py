# w.grad.zero_(), w.grad.data.zero_() and w.grad *= 0 clear as well.
# plain: completes
# expect: nothing
import torch
from torch import nn

a, b, c = (torch.ones(2, requires_grad=True) for _ in range(3))
for i in range(3):
    (a * b * c + a).pow(2).sum().backward()
    with torch.no_grad():
        for p in (a, b, c):
            p -= 0.01 * p.grad
    a.grad.zero_()
    b.grad.data.zero_()
    c.grad *= 0
