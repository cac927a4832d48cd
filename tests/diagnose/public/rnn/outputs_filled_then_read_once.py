# Decoder outputs are written into a preallocated tensor and read when it is full: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 5)
        self.encoder = nn.GRU(5, 6)
        self.decoder = nn.GRU(5, 6)
        self.out = nn.Linear(6, 7)

    def forward(self, source, target, forcing=0.5):
        _, h = self.encoder(self.embed(source))
        outputs = torch.zeros(len(target), source.size(1), 7)
        token = target[0]
        for t in range(1, len(target)):
            y, h = self.decoder(self.embed(token).unsqueeze(0), h)
            outputs[t] = self.out(y.squeeze(0))
            token = target[t] if torch.rand(()) < forcing else outputs[t].argmax(1)
        return outputs


model = Seq2Seq()
opt = torch.optim.Adam(model.parameters())
for _ in range(2):
    source, target = torch.randint(0, 7, (4, 3)), torch.randint(0, 7, (5, 3))
    loss = nn.functional.cross_entropy(model(source, target)[1:].flatten(0, 1), target[1:].flatten())
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
