# Train a small decoder for two steps, then sample from it.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
VOCAB, CONTEXT, WIDTH, HEADS, LAYERS = 40, 12, 24, 3, 4


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH, bias=False)
        self.key = nn.Linear(WIDTH, WIDTH, bias=False)
        self.value = nn.Linear(WIDTH, WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH)

    def heads(self, x):
        return x.unflatten(-1, (HEADS, WIDTH // HEADS)).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        scores = q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
        future = torch.triu(torch.ones(x.size(1), x.size(1), dtype=torch.bool), 1)
        weights = scores.masked_fill(future, float("-inf")).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).flatten(2))


class FeedForward(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(WIDTH), Attention()
        self.norm2, self.mlp = nn.LayerNorm(WIDTH), FeedForward()

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, WIDTH)
        self.positions = nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCAB, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions(torch.arange(ids.size(1)))
        return self.head(self.norm(self.blocks(x)))


model = GPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
corpus = torch.randint(VOCAB, (200,))

for step in range(2):
    starts = torch.randint(len(corpus) - CONTEXT - 1, (4,))
    inputs = torch.stack([corpus[s : s + CONTEXT] for s in starts])
    targets = torch.stack([corpus[s + 1 : s + CONTEXT + 1] for s in starts])
    logits = model(inputs)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    print(f"step {step}: loss {loss.item():.3f}")

model.eval()
with torch.no_grad():
    ids = torch.zeros(1, 1, dtype=torch.long)
    for _ in range(4):
        probabilities = model(ids)[:, -1].softmax(-1)
        ids = torch.cat([ids, torch.multinomial(probabilities, 1)], dim=1)
print(ids.tolist())
