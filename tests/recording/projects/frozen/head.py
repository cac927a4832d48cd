from torch import nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width), nn.Linear(width, 1)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
