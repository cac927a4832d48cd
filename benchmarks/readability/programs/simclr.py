# Contrastive learning of two views of each picture.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
TEMPERATURE = 0.5


class Augment:
    """Noise, a random shift and a random sign."""

    def __call__(self, x):
        shift = int(torch.randint(0, 4, ()))
        sign = 1.0 if torch.rand(()) > 0.5 else -1.0
        return sign * x.roll(shift, dims=-1) + 0.05 * torch.randn_like(x)


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv1d(1, 6, 3, padding=1)
        self.conv2 = nn.Conv1d(6, 12, 3, padding=1)
        self.pool = nn.AdaptiveAvgPool1d(1)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.relu(self.conv2(x))
        return self.pool(x).flatten(1)


class SimCLR(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.projector = nn.Sequential(nn.Linear(12, 12), nn.ReLU(), nn.Linear(12, 6))

    def forward(self, x):
        return F.normalize(self.projector(self.backbone(x)), dim=1)


def nt_xent(z1, z2):
    z = torch.cat([z1, z2])
    count = len(z1)
    similarity = torch.exp(z @ z.t() / TEMPERATURE)
    similarity.fill_diagonal_(0)
    partner = torch.cat([torch.arange(count) + count, torch.arange(count)])
    positive = similarity[torch.arange(2 * count), partner]
    return -(positive / similarity.sum(1)).log().mean()


model, augment = SimCLR(), Augment()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
signals = torch.randn(6, 1, 16)

for epoch in range(2):
    first, second = augment(signals), augment(signals)
    loss = nt_xent(model(first), model(second))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
