import torch


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.table = torch.nn.Parameter(torch.randn(width, width))

    def forward(self, x):
        return x @ self.table
