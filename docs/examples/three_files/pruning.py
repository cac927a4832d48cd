"""Leaves out of a mean what hardly counts."""

import torch


def drop_weak(weights: torch.Tensor, below: float) -> torch.Tensor:
    weights[weights < below] = 0.0
    return weights
