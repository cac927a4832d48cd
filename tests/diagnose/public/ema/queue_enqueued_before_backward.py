# MoCo: the keys are written into the queue's buffer after the logits have used it, but before backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: self.queue | model.queue
import torch
from torch import nn


class MoCo(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 3)
        self.register_buffer("queue", nn.functional.normalize(torch.randn(3, 8), dim=0))
        self.pointer = 0

    def forward(self, a, b):
        q = nn.functional.normalize(self.encoder(a), dim=1)
        with torch.no_grad():
            k = nn.functional.normalize(self.encoder(b), dim=1)
        positive = (q * k).sum(1, keepdim=True)
        negative = q @ self.queue  #! saved
        self.queue[:, self.pointer : self.pointer + len(k)] = k.T  #! edit
        self.pointer = (self.pointer + len(k)) % 8
        return torch.cat([positive, negative], 1) / 0.07


model = MoCo()
logits = model(torch.randn(2, 4), torch.randn(2, 4))
loss = nn.functional.cross_entropy(logits, torch.zeros(2, dtype=torch.long))
loss.backward()  #! raise
