# Mixup of inputs, random erasing in place and label smoothing by scatter_.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(32, 3))
for _ in range(2):
    x, y = torch.rand(4, 1, 6, 6), torch.randint(0, 3, (4,))
    x[:, :, 1:3, 2:5] = 0.5
    order = torch.randperm(4)
    lam = torch.distributions.Beta(1.0, 1.0).sample()
    x = lam * x + (1 - lam) * x[order]
    target = torch.full((4, 3), 0.1 / 2).scatter_(1, y[:, None], 0.9)
    target = lam * target + (1 - lam) * target[order]
    loss = -(target * model(x).log_softmax(1)).sum(1).mean()
    loss.backward()
