# A cell is run over a sequence, after training, for a prediction.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
cell = nn.RNNCell(3, 3)


def run(xs):
    h = torch.zeros(2, 3)
    for x in xs:
        h = cell(x, h)
    return h


opt = torch.optim.SGD(cell.parameters(), lr=0.1)
run(torch.randn(ROUNDS, 2, 3)).pow(2).mean().backward()
opt.step()
print(run(torch.randn(ROUNDS, 2, 3)).shape)
