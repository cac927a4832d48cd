# Neural style: LBFGS on the image, which the closure clamps through .data before each forward.
# plain: completes
# expect: nothing
import torch
from torch import nn

torch.manual_seed(0)
features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1)).eval().requires_grad_(False)


def gram(x):
    flat = x.flatten(2)
    return flat @ flat.transpose(1, 2) / flat.numel()


content, style = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
wanted_content, wanted_style = features(content), gram(features(style))
image = content.clone().requires_grad_(True)
optimizer = torch.optim.LBFGS([image], max_iter=3)
runs = [0]
while runs[0] < 4:

    def closure():
        image.data.clamp_(0, 1)
        optimizer.zero_grad()
        f = features(image)
        loss = (f - wanted_content).pow(2).mean() + 100 * (gram(f) - wanted_style).pow(2).sum()
        loss.backward()
        runs[0] += 1
        return loss

    optimizer.step(closure)
image.data.clamp_(0, 1)
