# Truncated backpropagation with detach_() on both halves of an LSTM's state.
# plain: completes
# expect: nothing
import torch
from torch import nn

lstm, out = nn.LSTM(3, 4), nn.Linear(4, 1)
opt = torch.optim.SGD([*lstm.parameters(), *out.parameters()], lr=0.1)
state = None
for chunk in torch.randn(3, 5, 2, 3):
    y, state = lstm(chunk, state)
    loss = out(y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for half in state:
        half.detach_()
