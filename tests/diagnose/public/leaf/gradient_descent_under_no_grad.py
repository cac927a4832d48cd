# The same, right: under no_grad, gradients zeroed.
# plain: completes
# expect: nothing
import torch

x, y = torch.randn(10, 2), torch.randn(10)
w = torch.zeros(2, requires_grad=True)
for epoch in range(3):
    loss = ((x @ w - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
