"""A pool over time: a weighted mean, with weights that depend on the input."""

import torch
from pruning import drop_weak
from torch import nn


class Pool(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.score = nn.Linear(width, 1)
        self.head = nn.Linear(width, 1)

    def forward(self, steps: torch.Tensor) -> torch.Tensor:
        weights = self.score(steps).softmax(dim=1)
        weights = drop_weak(weights, below=0.1)
        return self.head((weights * steps).sum(dim=1))
