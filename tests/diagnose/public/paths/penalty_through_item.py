# A penalty on the weights is added with item(): it is counted in the loss and trains nothing.
# plain: completes
# expect: cut_gradient
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randn(6, 1)
fit = (model(x) - y).pow(2).mean()
penalty = model.weight.pow(2).sum().item()  #! cut
loss = fit + 0.1 * penalty
loss.backward()
opt.step()
