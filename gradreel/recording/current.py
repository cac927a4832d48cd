"""Which block of this process is being recorded: one at a time, since what the tracer installs is there once per process.

A ``record()`` inside another one, or in another thread, becomes a part of the one that is there: its film is the same. A process that is
forked records nothing.
"""

from __future__ import annotations

import os
import types
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from gradreel.recording.film import Film


class Recording(Protocol):
    """A block that is being recorded."""

    film: Film

    def abandon(self) -> None:
        """Record nothing more, in a process that was forked."""


class Pausing(Protocol):
    """``on_error()``, which makes way for a block."""

    def suspend(self) -> None:
        """Record nothing for a while."""

    def resume(self, caller: types.FrameType) -> None:
        """Go on."""


@dataclass
class Current:
    """The block that is being recorded in this process, and whatever waits for an error."""

    block: Recording | None = None
    armed: Pausing | None = None
    compiled_by: Any = None
    """The rules of ``torch.compile`` that this package has been made an exception of."""


CURRENT = Current()
"""What is installed in PyTorch is one for the process, and so is this."""


@cache
def heed_forks() -> None:
    """Have every process that is forked from now on stop recording."""
    os.register_at_fork(after_in_child=_forked)


def _forked() -> None:
    if CURRENT.block is not None:
        CURRENT.block.abandon()
