# A part of a model gets a name of its own and is frozen; the head learns.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.features(x))


model = Classifier()
backbone = model.features
for p in backbone.parameters():
    p.requires_grad = False
weights = list(model.parameters())
opt = torch.optim.SGD([w for w in weights if w.requires_grad], lr=0.1)
for _ in range(2):
    x, y = torch.randn(6, 4), torch.randint(0, 2, (6,))
    loss = nn.functional.cross_entropy(model(x), y) + 0.01 * backbone(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
