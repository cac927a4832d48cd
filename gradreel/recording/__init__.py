"""Records a program from within: ``gradreel.record()`` around a block of it.

    record() ── Block ──┬─ Session      the tracer around the block: what is installed, and taken away again
                        ├─ UserFiles    which files are the program's, and their text
                        └─ Film         what was recorded: read, diagnosed and written when it is asked for

The tracer is the one that the sandbox uses. Nothing is run a second time, so a diagnosis that would need another run of the program to
compare with says that it has not been checked.
"""

from __future__ import annotations

from gradreel.recording.block import Block, record
from gradreel.recording.film import Film

__all__ = ["Block", "Film", "record"]
