# %% [markdown]
# # Attention, written by hand
# Queries, keys and values of one small sentence.

# %%
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn, Tensor

_ = torch.manual_seed(42)

# %%
@dataclass
class Config:
    width: int = 8
    heads: int = 2
    length: int = 5
    dropout: float = 0.1


config = Config()
config

# %%
class Attention(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads = config.heads
        self.qkv = nn.Linear(config.width, 3 * config.width, bias=False)
        self.out = nn.Linear(config.width, config.width)
        self.drop = nn.Dropout(config.dropout)
        mask = torch.tril(torch.ones(config.length, config.length))
        self.register_buffer("mask", mask)

    def forward(self, x: Tensor) -> Tensor:
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(c, dim=2)
        q, k, v = (each.view(b, t, self.heads, c // self.heads).transpose(1, 2) for each in (q, k, v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        scores.masked_fill_(self.mask[:t, :t] == 0, float("-inf"))
        weights = self.drop(scores.softmax(-1))
        return self.out((weights @ v).transpose(1, 2).reshape(b, t, c))


attention = Attention(config)
x = torch.randn(2, 5, 8, requires_grad=True)

# %%
y = attention(x)
y.mean().backward()
x.grad.norm(), attention.qkv.weight.grad.shape

# %% The same by PyTorch's own
attention.eval()
q, k, v = attention.qkv(x).split(8, dim=2)
q, k, v = (each.view(2, 5, 2, 4).transpose(1, 2) for each in (q, k, v))
theirs = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(2, 5, 8)
torch.allclose(attention.out(theirs), attention(x), atol=1e-6)

# %% A softmax in place of its input
class InPlace(Attention):
    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=2)
        weights = (q @ k.transpose(-2, -1)).softmax(-1)
        y = weights @ v
        weights *= 0.9
        return self.out(y)


InPlace(config)(x).sum().backward()

# %% Too long a sentence
attention(torch.randn(1, 6, 8))

# %%
class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.a = Attention(config)
        self.n = nn.LayerNorm(config.width)
        self.m = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))

    def forward(self, x):
        x = x + self.a(self.n(x))
        x += self.m(self.n(x))
        return x


model = nn.Sequential(*[Block(config) for _ in range(2)], nn.Linear(8, 11))
print(sum(p.numel() for p in model.parameters()))

# %%
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
embedding = nn.Embedding(11, 8, padding_idx=0)
tokens = torch.randint(0, 11, (2, 6))
for step in range(2):
    logits = model(embedding(tokens[:, :-1]))
    loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten(), label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.5f}")

# %%
F.cross_entropy(model(embedding(tokens[:, :-1])), tokens[:, 1:])

# %%
embedding(torch.tensor([11]))

# %%
@torch.no_grad()
def sample(start, n):
    model.eval()
    out = start
    for _ in range(n):
        p = model(embedding(out[:, -5:]))[:, -1].softmax(-1)
        out = torch.cat([out, torch.multinomial(p, 1)], 1)
    model.train()
    return out


sample(tokens[:1, :1], 4).shape

# %%
embedding.weight.grad[0].abs().sum() == 0, model.training
