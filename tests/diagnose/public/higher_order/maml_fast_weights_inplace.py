# Fast weights are edited where the result of an op that saves nothing of them stands.
# plain: completes
# expect: nothing
import torch
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(4, 3), torch.randn(4)
fast = w * 1.0
for _ in range(2):
    loss = ((x @ fast).tanh() - y).pow(2).mean()
    (g,) = torch.autograd.grad(loss, fast, create_graph=True)
    fast -= 0.1 * g
meta = ((x @ fast).tanh() - y).pow(2).mean()
meta.backward()
