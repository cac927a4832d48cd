# Truncated backpropagation through time: the state of the LSTM is detached between the windows.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Forecaster(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.rnn, self.out = nn.LSTM(1, width, num_layers=2), nn.Linear(width, 1)
        for name, parameter in self.rnn.named_parameters():
            if "weight_hh" in name:
                for gate in parameter.data.chunk(4):
                    nn.init.orthogonal_(gate)
            elif "bias" in name:
                parameter.data.zero_()
                parameter.data[width : 2 * width].fill_(1)

    def forward(self, x, state=None):
        h, state = self.rnn(x, state)
        return self.out(h), state


series = torch.sin(torch.linspace(0, 6, 25))
model, state = Forecaster(4), None
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for start in range(0, 20, 5):
    window = series[start : start + 6].view(-1, 1, 1)
    guess, state = model(window[:-1], state)
    state = tuple(part.detach() for part in state)
    loss = nn.functional.mse_loss(guess, window[1:])
    opt.zero_grad()
    loss.backward()
    opt.step()
print(len(state))
