# Grad-CAM registers a full backward hook on a model whose relus are in place.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: view_in_place
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(inplace=True))
captured = {}


def keep(module, grad_input, grad_output):
    captured["grad"] = grad_output[0]


model[2].register_full_backward_hook(keep)
out = model(torch.randn(1, 3, 8, 8))  #! raise
out.mean().backward()
