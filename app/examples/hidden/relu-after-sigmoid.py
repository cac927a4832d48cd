import torch
from torch import nn

model = nn.Sequential(
    nn.Linear(3, 4),
    nn.Sigmoid(),
    nn.ReLU(inplace=True),
    nn.Linear(4, 1),
)

loss = model(torch.ones(2, 3)).mean()
loss.backward()
