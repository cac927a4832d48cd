"""Records a program from within: ``gradreel.record()`` around a block of it.

    on_error() ── OnError, the same around the rest of the program: its last steps only, written when a backward pass raises
    record() ── Block ──┬─ Session      the tracer around the block: what is installed, and taken away again
                        ├─ UserFiles    which files are the program's, and their text
                        └─ Film         what was recorded: read, diagnosed and written when it is asked for
    compare() ── Compared, what two films or more have in common and where they part

The tracer is the one that the sandbox uses. Nothing is run a second time, so a diagnosis that would need another run of the program to
compare with says that it has not been checked.
"""

from __future__ import annotations

from gradreel.recording.block import Block, record
from gradreel.recording.compare import Compared, compare
from gradreel.recording.film import Film
from gradreel.recording.on_error import OnError, on_error

__all__ = ["Block", "Compared", "Film", "OnError", "compare", "on_error", "record"]
