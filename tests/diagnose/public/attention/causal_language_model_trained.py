# A small causal transformer with tied weights, positions, dropout, gradient accumulation and a schedule.
# plain: completes
# expect: nothing
import math

import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.register_buffer("mask", torch.full((16, 16), float("-inf")).triu(1), persistent=False)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (part.view(b, t, self.heads, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / math.sqrt(c / self.heads)
        scores += self.mask[:t, :t]
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.attend = Attention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width), nn.Dropout(0.1))

    def forward(self, x):
        x = x + self.attend(self.norms[0](x))
        return x + self.mlp(self.norms[1](x))


class Model(nn.Module):
    def __init__(self, words=11, width=8, heads=2, depth=2):
        super().__init__()
        self.tokens, self.places = nn.Embedding(words, width), nn.Embedding(16, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(depth)))
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.tokens.weight
        self.apply(self.start)

    def start(self, part):
        if isinstance(part, (nn.Linear, nn.Embedding)):
            nn.init.normal_(part.weight, std=0.02)
        if isinstance(part, nn.Linear) and part.bias is not None:
            nn.init.zeros_(part.bias)

    def forward(self, index):
        x = self.tokens(index) + self.places(torch.arange(index.shape[1]))
        return self.head(self.blocks(x))


model = Model()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.1)
schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda step: min(1.0, (step + 1) / 2))
for step in range(2):
    for _ in range(2):
        words = torch.randint(0, 11, (2, 7))
        logits = model(words[:, :-1])
        loss = F.cross_entropy(logits.reshape(-1, 11), words[:, 1:].reshape(-1)) / 2
        loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    schedule.step()
    opt.zero_grad(set_to_none=True)
print(loss.item() > 0)
