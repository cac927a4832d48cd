"""Energies and forces of springs.

>>> import torch
>>> x = torch.tensor([0.5, 1.0], requires_grad=True)
>>> force(x)
tensor([-0.5000, -1.0000])
"""
import torch

from springs import stretched


def force(x):
    """Minus the gradient of the energy.

    >>> force(torch.tensor([2.0], requires_grad=True))
    tensor([-2.])
    """
    energy = stretched(x).sum()
    (gradient,) = torch.autograd.grad(energy, x)  # raise
    return -gradient


if __name__ == "__main__":
    import doctest

    print(doctest.testmod(verbose=False))
