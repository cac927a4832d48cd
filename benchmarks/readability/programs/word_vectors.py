# Skip-gram word vectors with negative sampling and an unused padding row.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
sentences = [
    "the cat sat on the mat",
    "the dog sat on the log",
    "a cat and a dog met on the road",
]
PAD = "<pad>"
vocabulary = [PAD, *sorted({word for sentence in sentences for word in sentence.split()})]
number = {word: i for i, word in enumerate(vocabulary)}


def pairs(window=2):
    found = []
    for sentence in sentences:
        words = [number[word] for word in sentence.split()]
        for i, centre in enumerate(words):
            for j in range(max(0, i - window), min(len(words), i + window + 1)):
                if i != j:
                    found.append((centre, words[j]))
    return torch.tensor(found)


class SkipGram(nn.Module):
    def __init__(self, words, width=8):
        super().__init__()
        self.inputs = nn.Embedding(words, width)
        self.outputs = nn.Embedding(words, width)
        self.reset()

    def reset(self):
        nn.init.uniform_(self.inputs.weight, -0.1, 0.1)
        nn.init.zeros_(self.outputs.weight)
        self.inputs.weight[number[PAD]].fill_(0.0)

    def forward(self, centre, context, negatives):
        v = self.inputs(centre)
        positive = (v * self.outputs(context)).sum(1)
        negative = torch.bmm(self.outputs(negatives), v.unsqueeze(2)).squeeze(2)
        return -(F.logsigmoid(positive) + F.logsigmoid(-negative).sum(1)).mean()


model = SkipGram(len(vocabulary))
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
data = pairs()

for epoch in range(2):
    for chunk in data[torch.randperm(len(data))].split(16):
        negatives = torch.randint(1, len(vocabulary), (len(chunk), 3))
        loss = model(chunk[:, 0], chunk[:, 1], negatives)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
