# An offset is added to a parameter before the loop; the sum saves nothing, so backward can pass it again and again.
# plain: completes
# expect: nothing
import torch

w = torch.ones(3, requires_grad=True)
shifted = w + 2
for x in torch.randn(3, 3):
    (shifted * x).sum().backward()
print(w.grad)
