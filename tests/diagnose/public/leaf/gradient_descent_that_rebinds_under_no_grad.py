# Linear regression by hand: the update under no_grad gives the names new tensors, whose .grad is None.
# plain: raises AttributeError: 'NoneType' object has no attribute 'zero_'
# expect: non_leaf_grad
# tensor: a
import torch

a = torch.randn(1, requires_grad=True)
b = torch.randn(1, requires_grad=True)
x = torch.linspace(0, 1, 10)
y = 2 * x + 1
for epoch in range(3):
    error = y - (a + b * x)
    loss = (error**2).mean()
    loss.backward()
    with torch.no_grad():
        a = a - 0.1 * a.grad
        b = b - 0.1 * b.grad
    a.grad.zero_()  #! raise
    b.grad.zero_()
