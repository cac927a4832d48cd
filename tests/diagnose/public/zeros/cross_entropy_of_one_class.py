# Cross entropy over a single class: the loss is 0 from the start and nothing is learned.
# plain: completes
# expect: zero_gradient
# cause: one_choice
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(5, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.rand(8, 5), torch.zeros(8, dtype=torch.long)
for _ in range(2):
    opt.zero_grad()
    loss = F.cross_entropy(model(x), y)  #! birth here
    loss.backward()
    opt.step()
assert not model.weight.grad.any()
