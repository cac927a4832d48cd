# A line is fitted without an optimizer, and the gradients of w and b are never set to zero.
# plain: completes
# expect: gradient_accumulates
import torch
from torch import nn

x = torch.linspace(0, 1, 8)
y = 3 * x + 1
w = torch.zeros(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(3):
    loss = (w * x + b - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad  #! here
        b -= 0.1 * b.grad
