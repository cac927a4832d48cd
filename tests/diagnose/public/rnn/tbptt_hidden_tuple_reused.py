# The state of an LSTM is given on from chunk to chunk.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
lstm = nn.LSTM(3, 4, batch_first=True)
fc = nn.Linear(4, 1)
opt = torch.optim.Adam([*lstm.parameters(), *fc.parameters()])
hidden = None
for chunk in torch.randn(3, 2, 6, 3):
    out, hidden = lstm(chunk, hidden)
    loss = fc(out).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
