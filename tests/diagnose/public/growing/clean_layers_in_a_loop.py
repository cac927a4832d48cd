# Layers are run in a loop, after training, for a prediction.
# plain: completes
# expect: nothing
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(ROUNDS))


def forward(x):
    for layer in layers:
        x = layer(x).tanh()
    return x


opt = torch.optim.SGD(layers.parameters(), lr=0.1)
forward(torch.randn(2, 3)).pow(2).mean().backward()
opt.step()
print(forward(torch.randn(2, 3)))
