# Guided backpropagation: a full backward hook on every relu clamps the gradient; the relus are not in place.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2))
handles = [m.register_full_backward_hook(lambda m, gi, go: (gi[0].clamp(min=0),)) for m in model if isinstance(m, nn.ReLU)]
image = torch.randn(1, 1, 6, 6, requires_grad=True)
model(image)[0, 1].backward()
for handle in handles:
    handle.remove()
print(image.grad.shape)
