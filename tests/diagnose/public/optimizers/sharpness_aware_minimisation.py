# SAM: weights are perturbed under no_grad, a second forward is made, the weights are restored, and the base optimizer steps.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
base = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(2):
    nn.functional.mse_loss(model(x), y).backward()
    with torch.no_grad():
        norm = torch.stack([p.grad.norm() for p in model.parameters()]).norm()
        moves = [p.grad * 0.05 / (norm + 1e-12) for p in model.parameters()]
        for p, move in zip(model.parameters(), moves):
            p.add_(move)
    model.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    with torch.no_grad():
        for p, move in zip(model.parameters(), moves):
            p.sub_(move)
    base.step()
    base.zero_grad()
