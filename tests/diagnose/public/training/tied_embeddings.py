# A language model whose output layer shares the embedding's weight.
# plain: completes
# expect: nothing
import torch
from torch import nn


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(9, 4)
        self.gru = nn.GRU(4, 4, batch_first=True)
        self.out = nn.Linear(4, 9, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, tokens):
        return self.out(self.gru(self.embed(tokens))[0])


model = LanguageModel()
opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
for _ in range(2):
    tokens = torch.randint(0, 9, (3, 6))
    loss = nn.functional.cross_entropy(model(tokens[:, :-1]).transpose(1, 2), tokens[:, 1:])
    opt.zero_grad()
    loss.backward()
    opt.step()
