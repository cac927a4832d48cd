# A program whose data come from the global numpy generator, unseeded, with logging of the loss as numbers.
# plain: completes
# expect: nothing
import numpy as np
import torch
from torch import nn

x = torch.tensor(np.random.rand(20, 3), dtype=torch.float32)
y = torch.tensor(np.random.rand(20, 1) > 0.5).float()
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
history = []
for epoch in range(3):
    order = np.random.permutation(20)
    for start in range(0, 20, 10):
        i = order[start : start + 10]
        loss = nn.functional.binary_cross_entropy_with_logits(model(x[i]), y[i])
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())
print(np.mean(history) < 10)
