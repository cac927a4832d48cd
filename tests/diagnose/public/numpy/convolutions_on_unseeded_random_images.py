# A deeper network with batch norm, trained on images from an unseeded numpy generator; nothing is wrong.
# plain: completes
# expect: nothing
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng()


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


model = nn.Sequential(block(1, 4), block(4, 4), nn.MaxPool2d(2), block(4, 8), block(8, 8), nn.Flatten(), nn.Linear(128, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
for epoch in range(4):
    images = torch.tensor(rng.random((4, 1, 8, 8)), dtype=torch.float32)
    labels = torch.tensor(rng.integers(0, 3, 4))
    loss = nn.functional.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
