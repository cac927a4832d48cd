# A fine-tuned extractor caches its features in a dictionary under no_grad; the whole loss comes from the cache.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2))
        self.cache = {}

    @torch.no_grad()
    def fill(self, batches):
        for key, batch in enumerate(batches):
            self.cache[key] = self.net(batch)  #! cut

    def forward(self, key):
        return self.cache[key]


model = Cached()
batches = torch.randn(2, 4, 3)
model.fill(batches)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for key in range(2):
    loss = (model(key) ** 2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
