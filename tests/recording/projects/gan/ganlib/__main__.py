import argparse

from . import __doc__ as description
from .trainer import GANTrainer

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m ganlib", description=description)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--dim", type=int, default=4)
    options = parser.parse_args()
    trainer = GANTrainer(options.dim)
    try:
        trainer.fit(options.steps)
    finally:
        print("generator", trainer.grads(trainer.generator))
        print("discriminator", trainer.grads(trainer.discriminator))
