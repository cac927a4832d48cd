# Three training steps of the library's transformer encoder as a sentence classifier.
import math

import torch
from torch import nn

torch.manual_seed(0)
VOCAB, WIDTH, LENGTH = 50, 16, 9


class PositionalEncoding(nn.Module):
    def __init__(self, width, longest=32):
        super().__init__()
        position = torch.arange(longest).unsqueeze(1)
        rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(longest, width)
        table[:, 0::2] = torch.sin(position * rate)
        table[:, 1::2] = torch.cos(position * rate)
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table[: x.size(1)]


class Classifier(nn.Module):
    def __init__(self, layers=6, classes=4):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, WIDTH)
        self.positions = PositionalEncoding(WIDTH)
        layer = nn.TransformerEncoderLayer(WIDTH, nhead=2, dim_feedforward=32, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.head = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, classes))

    def forward(self, tokens, padding):
        x = self.positions(self.embedding(tokens) * math.sqrt(WIDTH))
        x = self.encoder(x, src_key_padding_mask=padding)
        return self.head(x.mean(1))


model = Classifier()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-4)
warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 10))

tokens = torch.randint(1, VOCAB, (8, LENGTH))
padding = torch.arange(LENGTH)[None] >= torch.randint(4, LENGTH + 1, (8, 1))
labels = torch.randint(4, (8,))

model.train()
for step in range(3):
    optimizer.zero_grad()
    loss = criterion(model(tokens, padding), labels)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    warmup.step()
    print(step, loss.item())
