import torch
from torch import nn


class CharRNN(nn.Module):
    def __init__(self, letters, hidden):
        super().__init__()
        self.embed = nn.Embedding(letters, hidden)
        self.cell = nn.GRUCell(hidden, hidden)
        self.out = nn.Linear(hidden, letters)

    def initial(self, batch):
        return torch.zeros(batch, self.cell.hidden_size)

    def forward(self, inputs, state):
        outputs = []
        for letter in inputs.T:
            state = self.cell(self.embed(letter), state)
            outputs.append(self.out(state))
        return torch.stack(outputs, 1), state
