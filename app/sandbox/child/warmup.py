"""Turns a process that has just started into the state that every snippet starts from: imported, rehearsed, seeded."""

from __future__ import annotations

import functools
import logging
import random
from collections.abc import Callable

# Touches what nearly every snippet touches. Draws no random number, prints nothing, warns of nothing.
REHEARSAL = """
import sys
import torch
x = torch.ones(2, 3, requires_grad=True)
w = torch.nn.Parameter(torch.ones(3, 2))
y = torch.relu(x @ w)
y.detach().add_(0)
z = (y * y).sum()
z.backward()
f"{w.grad} {z.item()}"
sys.stdout.write("")
"""


def import_all() -> None:
    """Import what snippets use and wake lazy initialisation: the first ``SGD()`` otherwise costs a second."""
    import numpy
    import torch
    import torch.nn
    import torch.optim

    numpy.random.default_rng(0)
    layer = torch.nn.Linear(3, 2)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    loss = torch.nn.functional.mse_loss(layer(torch.randn(4, 3)), torch.zeros(4, 2))
    torch.autograd.backward(loss)
    optimizer.step()
    optimizer.zero_grad()


def rehearse(record: Callable[[str, str, None], object]) -> None:
    """Trace a small program and forget it.

    NOTE [Rehearsal] After a fork, the first write to each page of shared memory copies it: two thousand pages, several milliseconds, for
    the smallest snippet. A child that waits has the time to do that before anybody waits for it.
    """
    record("t", REHEARSAL, None)


def seed() -> None:
    """Start from the same random state each time, so that a snippet's result is the same each time."""
    import numpy
    import torch

    random.seed(0)
    numpy.random.seed(0)
    torch.manual_seed(0)


def reseed() -> None:
    """Undo the one thing that a fork does to that state: Python seeds its own generator anew in each new process."""
    random.seed(0)


def forget_locks() -> None:
    """Have a fork leave alone the locks of the hundred handlers that torch's logging makes: in a process with one thread all are free."""
    vars(logging)["_at_fork_reinit_lock_weakset"].clear()


def bound_threads(limit: int) -> None:
    """Have ``torch.set_num_threads`` stay within the limit: libgomp ends the process without a word when it cannot have a thread."""
    import torch

    set_num_threads = torch.set_num_threads

    @functools.wraps(set_num_threads)
    def bounded(count: int) -> None:
        set_num_threads(min(count, limit))

    vars(torch)["set_num_threads"] = bounded
