"""Who is told at once of what happens while a program is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Listeners(NamedTuple):
    """Each is called when that has been recorded, and before the program goes on; None: nobody asks."""

    failed: Callable[[Exception], None] | None = None
    """With what a backward pass raised, before the program gets it."""
    refused: Callable[[Exception], None] | None = None
    """With what an op raised, before the program gets it."""
    spoiled: Callable[[], None] | None = None
    """A backward pass gave a leaf NaN or infinities."""


NOBODY = Listeners()
