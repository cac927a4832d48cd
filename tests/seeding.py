"""Seeds the generator of the processor, for programs that run in a process of the tests."""

from __future__ import annotations

import torch


def seed() -> None:
    """Do what ``torch.manual_seed(0)`` does here, without formatting the whole stack once for every kind of device that is not there."""
    torch.default_generator.manual_seed(0)
