"""Brings a process into the state that every snippet starts from: libraries imported, memory pages touched, generators seeded."""

from __future__ import annotations

import functools
import logging
import random
from collections.abc import Callable

from app.sandbox.protocol.modes import Mode

# Touches what nearly every snippet touches, printing a tensor included. Draws no random number, prints nothing, warns of nothing, and
# completes: what it did not reach would be done anew in every child.
SAMPLE = """
import sys
import torch
x = torch.tensor([[1., 2., 3.], [4., 5., 6.]])
w = torch.nn.Parameter(torch.ones(3, 2))
y = torch.relu(x @ w)
z = (y * y).sum()
z.backward()
z.detach().add_(0)
f"{w.grad} {z.item()}"
sys.stdout.write("")
"""
SPECIALISING_RUNS = 20


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


def specialise_code(record: Callable[[Mode, str, None], object]) -> None:
    """Trace the small program until Python has specialised the tracer's byte code: done later, that would write to it in every child."""
    for _ in range(SPECIALISING_RUNS):
        trace_sample(record)


def trace_sample(record: Callable[[Mode, str, None], object]) -> None:
    """Trace a small program and drop the recording.

    NOTE [Warm-up run] After a fork, the first write to each page of shared memory copies it: two thousand pages, several milliseconds,
    for the smallest snippet. A waiting child does that before its snippet comes.
    """
    record("traced", SAMPLE, None)


def seed() -> None:
    """Start from the same random state each time, so that a snippet's result is the same each time."""
    import numpy
    import torch

    random.seed(0)
    numpy.random.seed(0)
    torch.manual_seed(0)


def reseed() -> None:
    """Seed Python's generator again, which Python itself reseeds after a fork."""
    random.seed(0)


def skip_lock_reinit() -> None:
    """Keep a fork from re-initialising the locks of torch's hundred log handlers: with one thread, all of them are free."""
    vars(logging)["_at_fork_reinit_lock_weakset"].clear()


def limit_threads(limit: int) -> None:
    """Cap ``torch.set_num_threads``: libgomp ends the process without a message when it cannot start a thread."""
    import torch

    set_num_threads = torch.set_num_threads

    @functools.wraps(set_num_threads)
    def bounded(count: int) -> None:
        set_num_threads(min(count, limit))

    vars(torch)["set_num_threads"] = bounded
