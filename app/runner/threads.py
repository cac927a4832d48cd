"""Tells whether a run that was refused a thread was refused it by its own limit, or by a machine that had none left.

The kernel says the same in both cases, and only the first is the snippet's own doing. So such a run is made once more; if it ends alike,
a program of our own asks for as many threads as every snippet may have. Where it gets them, the snippet had wanted too many.
"""

from __future__ import annotations

from app.sandbox.reader.frames import FinishedFilm
from app.sandbox.server.pool import Answer

REFUSED = (b"Thread creation failed", b"std::system_error", b"pthread_create")
"""What libraries write to stderr before they end a process that got no thread."""
ENDED = ("exit", "crash", "wall_time")
"""How such a process ends; what a library does at its exit may wait for a thread that is not there, until the clock ends it."""


def is_refused_thread(film: FinishedFilm, answer: Answer) -> bool:
    """Does the run seem to have ended because it got no thread? What it says of that may be forged: see ``needs_threads``."""
    if film.hint_kind == "threads":
        return True
    return film.failure_kind in ENDED and any(words in answer.stderr for words in REFUSED)


def needs_threads(count: int) -> str:
    """Return a program that completes if it gets ``count`` threads."""
    return (
        f"import threading\ngate = threading.Event()\nthreads = [threading.Thread(target=gate.wait) for _ in range({count})]\n"
        "try:\n    for thread in threads:\n        thread.start()\nfinally:\n    gate.set()\n"
    )
