# The state of an LSTM cell is carried over in a dict.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
lstm, head = nn.LSTMCell(3, 5), nn.Linear(5, 1)
opt = torch.optim.SGD([*lstm.parameters(), *head.parameters()], lr=0.1)
state = {"h": torch.zeros(2, 5), "c": torch.zeros(2, 5)}
for step in range(3):
    x = torch.randn(2, 3)
    state["h"], state["c"] = lstm(x, (state["h"], state["c"]))
    loss = head(state["h"]).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
