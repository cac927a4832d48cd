"""What a replica has seen of each runner: how many runs it is given at once, and whether it is given any.

A runner begins with ``FIRST_RUNS`` at once and gets one more with each run that it answers, up to the slots that it says it has. One that
takes runs and does not answer is back to one at once, and is shut out after ``MAX_FAILURES``: for ``SHUT_OUT_S``, then for twice that.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

FIRST_RUNS = 2
MAX_FAILURES = 3
OF_LAST = 20
"""Runs of a runner, of which that many failed."""
SHUT_OUT_S = 30.0
LONGEST_SHUT_OUT_S = 900.0


@dataclass
class _Record:
    at_once: int = FIRST_RUNS
    lately: deque[bool] = field(default_factory=lambda: deque(maxlen=OF_LAST))
    shut_out: int = 0
    """How often, since all of its last runs were answered."""
    until_s: float = 0.0


class Trust:
    """The records of all runners; by name, of which there are no more than keys."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._records: dict[str, _Record] = {}

    def at_once(self, runner: str, slots: int) -> int:
        """How many runs a runner may be given at once that says it has so many slots."""
        record = self._records.get(runner)
        return min(slots, record.at_once if record else FIRST_RUNS)

    def is_shut_out(self, runner: str) -> bool:
        """Whether it is given no runs while there is another."""
        record = self._records.get(runner)
        return record is not None and self._clock() < record.until_s

    def failures(self, runner: str) -> int:
        """How many of its last runs it did not answer."""
        record = self._records.get(runner)
        return record.lately.count(False) if record else 0

    def answered(self, runner: str) -> None:
        """Note that it answered a run."""
        record = self._records.setdefault(runner, _Record())
        record.lately.append(True)
        record.at_once += 1
        if len(record.lately) == OF_LAST and all(record.lately):
            record.shut_out = 0

    def failed(self, runner: str) -> bool:
        """Note that it took a run and did not answer, and say whether it is shut out for it."""
        record = self._records.setdefault(runner, _Record())
        record.lately.append(False)
        record.at_once = 1
        if record.lately.count(False) < (1 if record.shut_out else MAX_FAILURES):
            return False
        record.until_s = self._clock() + min(SHUT_OUT_S * 2**record.shut_out, LONGEST_SHUT_OUT_S)
        record.shut_out += 1
        record.lately.clear()
        return True
