# %% [markdown]
# # A regression, cell by cell

# %%
import math
import random

import numpy as np
import torch
from torch import nn, optim

seed = 12
random.seed(seed)
np.random.seed(seed)
_ = torch.manual_seed(seed)

# %% Data
n = 32
t = np.linspace(-math.pi, math.pi, n, dtype=np.float32)
noise = np.random.randn(n).astype(np.float32) * 0.1
inputs = torch.from_numpy(t).unsqueeze(1)
targets = torch.from_numpy(np.sin(t) + noise).unsqueeze(1)
inputs.shape, targets.dtype

# %% Model
class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.hidden = nn.Linear(1, width)
        self.norm = nn.BatchNorm1d(width)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.norm(self.hidden(x))))


net = Net()
net

# %%
loss_fn = nn.MSELoss()
optimizer = optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
history = []

# %% First epochs
for epoch in range(3):
    order = torch.randperm(n)
    total = 0.0
    for start in range(0, n, 8):
        batch = order[start : start + 8]
        optimizer.zero_grad()
        loss = loss_fn(net(inputs[batch]), targets[batch])
        loss.backward()
        optimizer.step()
        total += loss.item()
    scheduler.step()
    history.append(total)
    print(f"epoch {epoch}: {total:.4f}, lr {scheduler.get_last_lr()[0]:.4f}")

# %% The loss is summed with its graph, and the graph has been freed
running = 0
for epoch in range(3):
    optimizer.zero_grad()
    running = running + loss_fn(net(inputs), targets)
    running.backward()
    optimizer.step()

# %%
optimizer.zero_grad(set_to_none=False)
[p.grad.abs().sum().item() for p in net.parameters()]

# %% With clipping
for epoch in range(2):
    optimizer.zero_grad()
    loss = loss_fn(net(inputs), targets)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), 0.1)
    print(round(norm.item(), 5))
    optimizer.step()

# %% A shape that broadcasts, with a warning
loss = loss_fn(net(inputs), targets.squeeze())
loss.backward()

# %% Evaluated
net.eval()
with torch.no_grad():
    prediction = net(inputs)
print(prediction.requires_grad)
loss_fn(prediction, targets).backward()

# %%
net.train()
net.hidden = nn.Linear(1, 4)
net(inputs)

# %%
[round(each, 3) for each in history], len(optimizer.state), random.random(), np.random.rand()
