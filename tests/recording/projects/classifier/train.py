"""Train the digit classifier.

    python train.py --epochs 1 --workers 2
"""
import argparse
import logging
import sys
import time

import torch
from torch.utils.data import DataLoader

from digits.data import Digits, collate
from digits.engine import train_one_epoch
from digits.model import build_model

log = logging.getLogger("train")


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--arch", default="convnet", choices=["convnet", "mlp"])
    parser.add_argument("--lr", type=float, default=3e-3)
    return parser.parse_args()


def seed_worker(worker_id):
    torch.manual_seed(worker_id)


def main():
    args = parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(filename)s:%(lineno)d %(funcName)s %(message)s")
    torch.manual_seed(7)
    train_set = Digits(24)
    loader = DataLoader(train_set, batch_size=8, num_workers=args.workers, collate_fn=collate, worker_init_fn=seed_worker)
    model = build_model(args.arch)
    log.info("%d parameters", sum(p.numel() for p in model.parameters()))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    started = time.monotonic()
    try:
        for epoch in range(args.epochs):
            stats = train_one_epoch(model, loader, optimizer, epoch)
            log.info("epoch %d %s", epoch, stats)
    except RuntimeError:
        log.exception("training failed")
        print({name: None if p.grad is None else round(p.grad.abs().sum().item(), 5) for name, p in model.named_parameters()})
        return 3
    assert time.monotonic() - started < 600
    return 0


if __name__ == "__main__":
    sys.exit(main())
