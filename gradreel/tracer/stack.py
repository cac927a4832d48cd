"""The depth that the program's stack may have, while the tracer works on top of it."""

from __future__ import annotations


class Stack:
    """What the guard knows of the recursion limit of one recording."""

    __slots__ = ("raised_limit",)

    def __init__(self) -> None:
        self.raised_limit: int | None = None
        """The limit while the tracer has raised it for its own work; None while the program's own is in force."""
