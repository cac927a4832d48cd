# The states of stacked cells are carried over in a list.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
cells = nn.ModuleList([nn.GRUCell(3, 4), nn.GRUCell(4, 4)])
opt = torch.optim.SGD(cells.parameters(), lr=0.1)
hs = [torch.zeros(2, 4), torch.zeros(2, 4)]
for t in range(3):
    inp = torch.randn(2, 3)
    for i, cell in enumerate(cells):
        hs[i] = cell(inp, hs[i])
        inp = hs[i]
    loss = inp.pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
