# The L2 penalty is computed before the loop.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
l2 = sum(p.pow(2).sum() for p in model.parameters())
for x in torch.randn(3, 4, 3):
    loss = model(x).pow(2).mean() + 0.01 * l2
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
