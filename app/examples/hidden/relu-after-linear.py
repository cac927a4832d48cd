import torch
from torch import nn

model = nn.Sequential(
    nn.Linear(3, 4),
    nn.ReLU(inplace=True),
    nn.Linear(4, 1),
)

loss = model(torch.ones(2, 3)).mean()
loss.backward()
print("gradients", sum(p.grad is not None for p in model.parameters()))
