"""What a runner makes its runs with: slots, each on one machine from its first run to its last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.sandbox.protocol.messages import ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.server.pool import Answer


class Slot(Protocol):
    """Runs programs on one machine."""

    @property
    def place(self) -> str:
        """The machine's name; empty before the first answer, and where there is only one machine."""

    @property
    def info(self) -> ZygoteReady | None:
        """Its versions and its jail; None before the first answer."""

    @property
    def twin(self) -> Slot:
        """Where a program is run whose result is compared with one of this slot: on another machine if that says more, else this slot."""

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        """Run one snippet in a child of its own. Cancelling kills it. Raises as ``Pool.run``."""


@dataclass(frozen=True)
class Spare:
    """What there is for control runs."""

    children: bool
    """Whether a child could be had without anybody waiting for it."""
    runs: int
    """Control runs that may go on at once."""
