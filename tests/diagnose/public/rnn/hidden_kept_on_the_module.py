# A character model keeps self.hidden between batches and never detaches it.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class CharModel(nn.Module):
    def __init__(self, size=6):
        super().__init__()
        self.embed = nn.Embedding(10, size)
        self.lstm = nn.LSTM(size, size, batch_first=True)
        self.out = nn.Linear(size, 10)
        self.hidden = (torch.zeros(1, 2, size), torch.zeros(1, 2, size))

    def forward(self, x):
        y, self.hidden = self.lstm(self.embed(x), self.hidden)
        return self.out(y)


model = CharModel()
optimizer = torch.optim.Adam(model.parameters())
text = torch.randint(0, 10, (2, 13))
for start in range(0, 12, 4):
    x, y = text[:, start : start + 4], text[:, start + 1 : start + 5]
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten())
    loss.backward()  #! raise
    optimizer.step()
