# The state lives in an attribute of a plain object.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn

class State:
    def __init__(self):
        self.h = torch.zeros(2, 4)

cell, head = nn.GRUCell(3, 4), nn.Linear(4, 1)
opt = torch.optim.Adam([*cell.parameters(), *head.parameters()])
state = State()
for _ in range(3):
    state.h = cell(torch.randn(2, 3), state.h)
    loss = head(state.h).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
