# A siamese network with one tower, hard negatives mined under no_grad, and a margin loss.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn import functional as F


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 8)
        )

    def forward(self, x):
        return F.normalize(self.net(x), dim=1)


def hardest(anchors, others, labels):
    with torch.no_grad():
        distance = torch.cdist(anchors, others)
        distance[labels[:, None] == labels[None]] = float("inf")
        return distance.argmin(1)


tower = Tower()
opt = torch.optim.SGD(tower.parameters(), lr=0.1, weight_decay=1e-4)
labels = torch.tensor([0, 0, 1, 1])
for _ in range(3):
    images = torch.randn(4, 1, 6, 6)
    anchors, positives = tower(images), tower(images + 0.1 * torch.randn_like(images))
    negatives = anchors[hardest(anchors, anchors, labels)]
    loss = F.triplet_margin_loss(anchors, positives, negatives, margin=0.2)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(float(loss) >= 0)
