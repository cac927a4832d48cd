# A stacked cell writes each layer's new state into one tensor that the next layer has already read.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: hidden
import torch
from torch import nn


class Stacked(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.cells = nn.ModuleList(nn.RNNCell(width, width) for _ in range(depth))

    def forward(self, sequence):
        hidden = torch.zeros(len(self.cells), sequence.shape[1], sequence.shape[2])
        outputs = []
        for x in sequence:
            for depth, cell in enumerate(self.cells):
                x = cell(x, hidden[depth])
                hidden[depth] = x  #! edit
            outputs.append(x)
        return torch.stack(outputs)


model = Stacked(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(4, 2, 3)).pow(2).mean()
opt.zero_grad()
loss.backward()  #! raise
opt.step()
