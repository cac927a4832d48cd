# MAML with an inner step done by an optimizer: the outer backward finds the weights changed.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
inner = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(5, 2), torch.randn(5, 1)
support = nn.functional.mse_loss(model(x), y)  #! saved
inner.zero_grad()
support.backward(create_graph=True)
inner.step()  #! edit
query = nn.functional.mse_loss(model(x + 0.1), y) + support
query.backward()  #! raise
