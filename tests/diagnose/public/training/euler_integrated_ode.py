# A neural ODE by explicit Euler steps: the trajectory is a list, stacked at the end.
# plain: completes
# expect: nothing
import torch
from torch import nn

field = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(field.parameters(), lr=1e-2)
target = torch.stack([torch.tensor([0.9, -0.1]) * k for k in range(6)])
for _ in range(2):
    x = torch.tensor([1.0, 0.0])
    path = [x]
    for t in range(5):
        x = x + 0.1 * field(x)
        path.append(x)
    loss = (torch.stack(path) - target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
