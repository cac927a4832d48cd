# An exponential moving average of the loss keeps the graph of all earlier batches.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
# tensor: smooth
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
smooth = torch.zeros(())
for x in torch.randn(3, 4, 3):
    smooth = 0.9 * smooth + 0.1 * model(x).pow(2).mean()
    opt.zero_grad()
    smooth.backward()  #! raise
    opt.step()
