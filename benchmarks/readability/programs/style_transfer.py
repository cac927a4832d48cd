# The pixels of a picture are optimized towards one picture's content and another's style.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Features(nn.Module):
    """A small frozen network, its activations after each block."""

    def __init__(self):
        super().__init__()
        self.block1 = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU())
        self.block2 = nn.Sequential(nn.AvgPool2d(2), nn.Conv2d(6, 8, 3, padding=1), nn.ReLU())
        self.block3 = nn.Sequential(nn.AvgPool2d(2), nn.Conv2d(8, 8, 3, padding=1), nn.ReLU())

    def forward(self, x):
        found = []
        for block in (self.block1, self.block2, self.block3):
            x = block(x)
            found.append(x)
        return found


def gram(x):
    batch, channels, height, width = x.shape
    flat = x.view(batch, channels, height * width)
    return flat @ flat.transpose(1, 2) / (channels * height * width)


def total_variation(x):
    return (x[..., 1:] - x[..., :-1]).abs().mean() + (x[..., 1:, :] - x[..., :-1, :]).abs().mean()


network = Features()
content, style = torch.rand(1, 3, 12, 12), torch.rand(1, 3, 12, 12)
content_target = network(content)[-1]
style_targets = [gram(feature) for feature in network(style)]

picture = content.clone().requires_grad_(True)
optimizer = torch.optim.Adam([picture], lr=0.05)

for step in range(3):
    features = network(picture)
    content_loss = F.mse_loss(features[-1], content_target)
    style_loss = sum(F.mse_loss(gram(feature), wanted) for feature, wanted in zip(features, style_targets))
    loss = content_loss + 100 * style_loss + 0.1 * total_variation(picture)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        picture.clamp_(0, 1)
    print(step, loss.item())
