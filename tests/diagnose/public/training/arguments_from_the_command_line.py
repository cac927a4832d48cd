# A script with argparse, a main function, seeds and a scheduler.
# plain: completes
# expect: nothing
import argparse
import random

import numpy as np
import torch
from torch import nn


def parse():
    parser = argparse.ArgumentParser(description="toy regression")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-cuda", action="store_true")
    return parser.parse_args([])


def main():
    args = parse()
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
    model = nn.Linear(1, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, args.epochs)
    x = torch.linspace(-1, 1, 16, device=device).unsqueeze(1)
    y = 3 * x + 0.1 * torch.randn_like(x)
    for epoch in range(args.epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        print(f"epoch {epoch} loss {loss.item():.4f} lr {scheduler.get_last_lr()[0]:.3f}")


if __name__ == "__main__":
    main()
