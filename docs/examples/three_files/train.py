"""Trains a small attention pool: python train.py fails, and no line of this file is to blame."""

import torch
from model import Pool
from torch import nn


def batches(count: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    torch.manual_seed(0)
    return [(torch.randn(4, 6, 8), torch.randn(4, 1)) for _ in range(count)]


def main() -> None:
    torch.manual_seed(0)
    model = Pool(8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, targets in batches(3):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        print(f"loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
