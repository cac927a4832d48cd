"""Raises the memory limit of a process whose snippet has ended, so that it can put its answer together."""

from __future__ import annotations

import resource
from contextlib import suppress


def take_headroom() -> None:
    """Raise this process's limit of address space as far as it goes.

    NOTE [Headroom] A snippet may end with every byte in use. Its recording is then still to be encoded and written.
    """
    with suppress(OSError, ValueError):  # the snippet may have lowered its limits
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
