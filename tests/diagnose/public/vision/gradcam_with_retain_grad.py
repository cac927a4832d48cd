# Grad-CAM done with a forward hook and retain_grad().
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 3))
seen = {}


def keep(module, args, output):
    output.retain_grad()
    seen["map"] = output


handle = model[1].register_forward_hook(keep)
score = model(torch.randn(1, 1, 6, 6))
score[0, score.argmax()].backward()
handle.remove()
weights = seen["map"].grad.mean((2, 3), keepdim=True)
cam = torch.relu((weights * seen["map"].detach()).sum(1))
print(cam.shape)
