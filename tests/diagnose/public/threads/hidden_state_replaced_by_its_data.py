# A recurrent tutorial: the hidden state is replaced by its data after every step, so each graph is its own.
# plain: completes
# expect: nothing
import torch
from torch import nn

rnn, out = nn.RNN(1, 8, batch_first=True), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*rnn.parameters(), *out.parameters()], lr=0.02)
h_state = None
for step in range(4):
    steps = torch.linspace(step * 3.14, (step + 1) * 3.14, 10)
    x, y = torch.sin(steps)[None, :, None], torch.cos(steps)[None, :, None]
    r, h_state = rnn(x, h_state)
    h_state = h_state.data
    loss = nn.functional.mse_loss(out(r), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
