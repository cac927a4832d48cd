# A recurrent network that keeps all its states in one preallocated buffer.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class BufferedRNN(nn.Module):
    def __init__(self, inputs=4, hidden=10):
        super().__init__()
        self.hidden = hidden
        self.i2h = nn.Linear(inputs, hidden)
        self.h2h = nn.Linear(hidden, hidden, bias=False)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, x):
        batch, length, _ = x.shape
        states = torch.zeros(batch, length + 1, self.hidden)
        for t in range(length):
            previous = states[:, t]
            states[:, t + 1] = torch.tanh(self.i2h(x[:, t]) + self.h2h(previous))
        return self.norm(states[:, 1:])


class Tagger(nn.Module):
    def __init__(self, tags=3):
        super().__init__()
        self.rnn = BufferedRNN()
        self.out = nn.Sequential(nn.Dropout(0.2), nn.Linear(10, tags))

    def forward(self, x):
        return self.out(self.rnn(x))


def make_data(count=6, length=4):
    x = torch.randn(count, length, 4)
    y = (x.cumsum(1).sum(-1) > 0).long() + (x[..., 0] > 1).long()
    return x, y


x, y = make_data()
model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

for epoch in range(3):
    optimizer.zero_grad()
    logits = model(x)
    loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
    loss.backward()
    optimizer.step()
    correct = (logits.argmax(-1) == y).float().mean()
    print(epoch, loss.item(), correct.item())
