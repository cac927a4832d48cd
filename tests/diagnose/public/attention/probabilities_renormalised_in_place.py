# Attention weights are masked again after the softmax and renormalised in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: weights
import torch
from torch import nn


class Pooling(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)
        self.value = nn.Linear(width, width)

    def forward(self, x, lengths):
        weights = self.score(x).squeeze(-1).softmax(-1)  #! saved
        keep = torch.arange(x.shape[1])[None] < lengths[:, None]
        weights *= keep  #! edit
        weights = weights / weights.sum(-1, keepdim=True)
        return (weights.unsqueeze(-1) * self.value(x)).sum(1)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 6)
        self.pool = Pooling(6)
        self.out = nn.Linear(6, 2)

    def forward(self, words, lengths):
        return self.out(self.pool(self.words(words), lengths))


model = Classifier()
opt = torch.optim.Adam(model.parameters())
words, lengths = torch.randint(0, 20, (3, 5)), torch.tensor([5, 3, 2])
for epoch in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(words, lengths), torch.tensor([0, 1, 0]))
    loss.backward()  #! raise
    opt.step()
