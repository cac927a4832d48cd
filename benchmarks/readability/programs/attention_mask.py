# Translation of number sequences with an encoder, a decoder and padded batches.
import math

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
VOCAB, WIDTH, PAD = 20, 16, 0


class MultiHeadAttention(nn.Module):
    def __init__(self, heads=2):
        super().__init__()
        self.heads, self.size = heads, WIDTH // heads
        self.q_proj = nn.Linear(WIDTH, WIDTH)
        self.k_proj = nn.Linear(WIDTH, WIDTH)
        self.v_proj = nn.Linear(WIDTH, WIDTH)
        self.o_proj = nn.Linear(WIDTH, WIDTH)

    def split(self, x):
        return x.view(x.size(0), -1, self.heads, self.size).transpose(1, 2)

    def forward(self, query, memory, mask):
        q = self.split(self.q_proj(query))
        k = self.split(self.k_proj(memory))
        v = self.split(self.v_proj(memory))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.size)
        attn = F.softmax(scores, dim=-1)
        attn.masked_fill_(mask, 0.0)
        out = (attn @ v).transpose(1, 2).flatten(2)
        return self.o_proj(out)


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = MultiHeadAttention()
        self.ff = nn.Sequential(nn.Linear(WIDTH, 32), nn.ReLU(), nn.Linear(32, WIDTH))
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x, mask):
        x = self.norm1(x + self.attn(x, x, mask))
        return self.norm2(x + self.ff(x))


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn, self.cross_attn = MultiHeadAttention(), MultiHeadAttention()
        self.ff = nn.Sequential(nn.Linear(WIDTH, 32), nn.ReLU(), nn.Linear(32, WIDTH))
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3))

    def forward(self, y, memory, future, padding):
        y = self.norms[0](y + self.self_attn(y, y, future))
        y = self.norms[1](y + self.cross_attn(y, memory, padding))
        return self.norms[2](y + self.ff(y))


class Seq2Seq(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, WIDTH, padding_idx=PAD)
        self.encoder = nn.ModuleList(EncoderLayer() for _ in range(layers))
        self.decoder = nn.ModuleList(DecoderLayer() for _ in range(layers))
        self.out = nn.Linear(WIDTH, VOCAB)

    def forward(self, source, target):
        padding = (source == PAD)[:, None, None]
        future = torch.triu(torch.ones(target.size(1), target.size(1), dtype=torch.bool), 1)
        memory = self.embed(source) * math.sqrt(WIDTH)
        for layer in self.encoder:
            memory = layer(memory, padding)
        y = self.embed(target) * math.sqrt(WIDTH)
        for layer in self.decoder:
            y = layer(y, memory, future, padding)
        return self.out(y)


def make_batch(size=4, longest=7):
    source = torch.zeros(size, longest, dtype=torch.long)
    for row in source:
        length = int(torch.randint(3, longest + 1, ()))
        row[:length] = torch.randint(1, VOCAB, (length,))
    return source, source.flip(1)


model = Seq2Seq()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9)
criterion = nn.CrossEntropyLoss(ignore_index=PAD, label_smoothing=0.1)

for step in range(2):
    source, target = make_batch()
    logits = model(source, target[:, :-1])
    loss = criterion(logits.flatten(0, 1), target[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    print(step, loss.item())
