# Truncated backpropagation through time over a long sequence of tokens.
import torch
from torch import nn

torch.manual_seed(3)
VOCAB, BATCH, CHUNK = 30, 4, 6


class LanguageModel(nn.Module):
    def __init__(self, embed=12, hidden=16, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, embed)
        self.lstm = nn.LSTM(embed, hidden, layers, batch_first=True)
        self.drop = nn.Dropout(0.1)
        self.decoder = nn.Linear(hidden, VOCAB)
        self.hidden, self.layers = hidden, layers

    def initial_state(self, batch):
        zeros = torch.zeros(self.layers, batch, self.hidden)
        return zeros, zeros.clone()

    def forward(self, tokens, state):
        emb = self.drop(self.embed(tokens))
        out, state = self.lstm(emb, state)
        return self.decoder(self.drop(out)), state


def batchify(data, batch):
    rows = len(data) // batch
    return data[: rows * batch].view(batch, rows)


data = batchify(torch.randint(VOCAB, (BATCH * 40,)), BATCH)
model = LanguageModel()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)

state = model.initial_state(BATCH)
total = 0.0
for start in range(0, data.size(1) - 1, CHUNK):
    length = min(CHUNK, data.size(1) - 1 - start)
    inputs = data[:, start : start + length]
    targets = data[:, start + 1 : start + 1 + length]
    optimizer.zero_grad()
    logits, state = model(inputs, state)
    loss = criterion(logits.reshape(-1, VOCAB), targets.reshape(-1))
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    optimizer.step()
    total += loss.item()
print(total)
