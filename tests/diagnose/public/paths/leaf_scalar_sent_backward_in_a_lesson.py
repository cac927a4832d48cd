# A leaf is its own root: its gradient is one. Nothing was cut off.
# plain: completes
# expect: nothing
import torch

t = torch.tensor(3.0, requires_grad=True)
t.backward()
print(t.grad)
