# PGD: the perturbation is clamped through .data after each step and its gradient zeroed by hand.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(32, 4)).eval()
nn.init.constant_(model[0].bias, 1.0)
image, label = torch.rand(2, 1, 6, 6), torch.tensor([0, 3])
delta = torch.zeros_like(image, requires_grad=True)
for _ in range(3):
    loss = nn.functional.cross_entropy(model(image + delta), label)
    loss.backward()
    delta.data = (delta + 0.02 * delta.grad.detach().sign()).clamp(-0.1, 0.1)
    delta.data = (image + delta.data).clamp(0, 1) - image
    delta.grad.zero_()
model.zero_grad()
