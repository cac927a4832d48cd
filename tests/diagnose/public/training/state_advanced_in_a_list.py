# The same with a new tensor for each step.
# plain: completes
# expect: nothing
import torch

stiffness = torch.tensor(2.0, requires_grad=True)
x, v = torch.tensor([0.0, 1.0, 3.0]), torch.zeros(3)
for step in range(3):
    v = v - 0.1 * stiffness * x
    x = x + 0.1 * v
(x.pow(2) + v.pow(2)).sum().backward()
