# A character-level decoder with pre-norm blocks, trained on one line of text.
import math

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(1)
text = "to be or not to be that is the question"
letters = sorted(set(text))
index = {letter: i for i, letter in enumerate(letters)}
tokens = torch.tensor([index[letter] for letter in text])

CONTEXT, WIDTH, HEADS, LAYERS = 16, 32, 4, 4


class CausalSelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)
        mask = torch.tril(torch.ones(CONTEXT, CONTEXT)).view(1, 1, CONTEXT, CONTEXT)
        self.register_buffer("mask", mask)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).split(width, dim=2)
        q = q.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        k = k.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        v = v.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        scores = scores.masked_fill(self.mask[:, :, :length, :length] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        out = (weights @ v).transpose(1, 2).reshape(batch, length, width)
        return self.proj(out)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1 = nn.LayerNorm(WIDTH)
        self.attn = CausalSelfAttention()
        self.ln2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        x += self.mlp(self.ln2(x))
        return x


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(len(letters), WIDTH)
        self.pos = nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.ln = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, len(letters), bias=False)

    def forward(self, idx, targets=None):
        positions = torch.arange(idx.size(1))
        x = self.tok(idx) + self.pos(positions)
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.ln(x))
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1))


def batch(size=4):
    starts = torch.randint(len(tokens) - CONTEXT - 1, (size,))
    x = torch.stack([tokens[s : s + CONTEXT] for s in starts])
    y = torch.stack([tokens[s + 1 : s + CONTEXT + 1] for s in starts])
    return x, y


model = GPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95))

for step in range(3):
    x, y = batch()
    _, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    print(step, loss.item())
