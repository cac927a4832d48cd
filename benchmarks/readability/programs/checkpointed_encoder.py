# A deep encoder that recomputes its blocks to save memory.
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
WIDTH, DEPTH = 12, 4


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.inner = nn.Linear(WIDTH, 2 * WIDTH)
        self.outer = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x):
        h = self.norm(x)
        h = F.gelu(self.inner(h))
        return self.outer(h)


class Encoder(nn.Module):
    def __init__(self, recompute=True):
        super().__init__()
        self.inp = nn.Linear(8, WIDTH)
        self.blocks = nn.ModuleList(Mixer() for _ in range(DEPTH))
        self.out = nn.Linear(WIDTH, 3)
        self.recompute = recompute

    def run(self, block, x):
        if self.recompute and self.training:
            return checkpoint(block, x, use_reentrant=True)
        return block(x)

    def forward(self, x):
        x = self.inp(x)
        for block in self.blocks:
            x += self.run(block, x)
        return self.out(x.mean(1))


model = Encoder()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
sequences = torch.randn(4, 5, 8)
labels = torch.randint(3, (4,))

for step in range(2):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(sequences), labels)
    loss.backward()
    optimizer.step()
    print(step, loss.item())
