# An LSTM classifier keeps its hidden state on self from one batch to the next.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)
        self.linear = nn.Linear(4, 1)
        self.hidden = (torch.zeros(1, 2, 4), torch.zeros(1, 2, 4))

    def forward(self, x):
        out, self.hidden = self.lstm(x, self.hidden)
        return self.linear(out[:, -1])


model = Tagger()
optimizer = torch.optim.Adam(model.parameters())
for batch in range(2):
    loss = model(torch.randn(2, 5, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  #! raise
    optimizer.step()
