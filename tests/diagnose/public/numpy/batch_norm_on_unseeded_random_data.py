# A classifier with batch norm on data from an unseeded numpy generator, so that no two runs see the same numbers; nothing is wrong.
# plain: completes
# expect: nothing
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng()
x = torch.from_numpy(rng.normal(size=(8, 3)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 2, size=8))
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(inplace=True), nn.Linear(4, 2))
model.train()
for _ in range(2):
    model.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
