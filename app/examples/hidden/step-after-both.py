import torch
from torch import nn

first, second = nn.Linear(2, 2), nn.Linear(2, 1)
params = [*first.parameters(), *second.parameters()]
optimizer = torch.optim.SGD(params, lr=0.1)

out = second(first(torch.ones(1, 2)))
loss_a = out.pow(2).sum()
loss_b = out.abs().sum()

(loss_a + loss_b).backward()
optimizer.step()
print("one backward pass, one step")
