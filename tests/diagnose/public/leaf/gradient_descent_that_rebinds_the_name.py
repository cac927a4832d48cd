# Gradient descent written as w = w - lr * w.grad: in the next epoch w is no leaf and its grad is None.
# plain: raises TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
# expect: non_leaf_grad
# tensor: w
import torch

x, y = torch.randn(10, 2), torch.randn(10)
w = torch.zeros(2, requires_grad=True)
for epoch in range(3):
    loss = ((x @ w - y) ** 2).mean()
    loss.backward()
    w = w - 0.1 * w.grad  #! raise
