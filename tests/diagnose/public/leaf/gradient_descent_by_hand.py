# Gradient descent written as w -= lr * w.grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: w
import torch

torch.manual_seed(0)
x = torch.randn(20, 2)
y = x @ torch.tensor([2.0, -1.0]) + 0.5
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(5):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    w -= 0.1 * w.grad  #! edit raise
    b -= 0.1 * b.grad
    w.grad.zero_()
    b.grad.zero_()
