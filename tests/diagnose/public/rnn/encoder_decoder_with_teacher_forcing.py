# A sequence-to-sequence model with attention fills a tensor of outputs step by step and reads it once.
# plain: completes
# expect: nothing
import random

import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed, self.rnn = nn.Embedding(words, width), nn.GRU(width, width, bidirectional=True, batch_first=True)
        self.join = nn.Linear(2 * width, width)

    def forward(self, source):
        states, last = self.rnn(self.embed(source))
        return self.join(states), torch.tanh(self.join(torch.cat([last[0], last[1]], 1)))


class Decoder(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed, self.cell = nn.Embedding(words, width), nn.GRUCell(2 * width, width)
        self.out = nn.Linear(2 * width, words)

    def forward(self, word, hidden, states):
        weights = torch.bmm(states, hidden.unsqueeze(2)).squeeze(2).softmax(1)
        context = torch.bmm(weights.unsqueeze(1), states).squeeze(1)
        hidden = self.cell(torch.cat([self.embed(word), context], 1), hidden)
        return self.out(torch.cat([hidden, context], 1)), hidden


class Translator(nn.Module):
    def __init__(self, words=9, width=6):
        super().__init__()
        self.encoder, self.decoder, self.words = Encoder(words, width), Decoder(words, width), words

    def forward(self, source, target, forcing=0.5):
        states, hidden = self.encoder(source)
        outputs = torch.zeros(len(target), target.shape[1], self.words)
        word = target[:, 0]
        for t in range(1, target.shape[1]):
            logits, hidden = self.decoder(word, hidden, states)
            outputs[:, t] = logits
            word = target[:, t] if random.random() < forcing else logits.argmax(1)
        return outputs


random.seed(1)
model = Translator()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    source, target = torch.randint(0, 9, (3, 5)), torch.randint(0, 9, (3, 4))
    outputs = model(source, target)
    loss = F.cross_entropy(outputs[:, 1:].reshape(-1, 9), target[:, 1:].reshape(-1))
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), 1.0)
    opt.step()
print(loss.shape)
