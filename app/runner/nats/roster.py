"""Which runners there are, from what they say of themselves every second, and which engine is the present one.

Runners whose sources differ from this replica's make films that it may not understand; they are for the replicas of another version.
Of the others' engines the one counts that most runners have, and among equals that of the newest torch and Python.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable

from app.runner.nats.messages import Beat

BEAT_S = 1.0
FORGOTTEN_S = 3.5
"""After which a silent runner does not count any longer."""
MAX_SLOTS = 1024
MAX_TEXT_CHARS = 120
MAX_LAYERS = 64
MAX_CHILDREN = 10_000
TIERS = ("none", "L", "N")
"""From the weakest."""


class Roster:
    """The runners that were heard of lately."""

    def __init__(self, sources: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._sources = sources
        self._clock = clock
        self._heard: dict[str, tuple[float, Beat]] = {}

    def hear(self, runner: str, beat: Beat) -> None:
        """Note what a runner says; what cannot be true is not heard."""
        texts = (beat.engine, beat.sources, beat.torch, beat.python, *beat.layers)
        numbers = (beat.running, beat.children_waiting)
        if (
            all(len(text) <= MAX_TEXT_CHARS and text.isprintable() for text in texts)
            and len(beat.layers) <= MAX_LAYERS
            and beat.tier in TIERS
            and 1 <= beat.slots <= MAX_SLOTS
            and all(0 <= number <= MAX_CHILDREN for number in numbers)
        ):
            self._heard[runner] = self._clock(), beat

    @property
    def runners(self) -> dict[str, Beat]:
        """All that were heard lately, whatever their engine."""
        oldest = self._clock() - FORGOTTEN_S
        self._heard = {name: (at, beat) for name, (at, beat) in self._heard.items() if at >= oldest}
        return {name: beat for name, (_, beat) in self._heard.items()}

    @property
    def engine(self) -> str:
        """The present engine; empty while there is none."""
        engines = {beat.engine: beat for beat in self.runners.values() if self._is_usable(beat)}
        count = Counter(beat.engine for beat in self.runners.values() if self._is_usable(beat))
        return max(engines, key=lambda tag: (count[tag], _version(engines[tag]), tag), default="")

    @property
    def present(self) -> dict[str, Beat]:
        """Those that make films of the present engine."""
        engine = self.engine
        return {name: beat for name, beat in self.runners.items() if beat.engine == engine and self._is_usable(beat)}

    def _is_usable(self, beat: Beat) -> bool:
        return beat.ready and beat.sources == self._sources and bool(beat.engine)


def _version(beat: Beat) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]{1,9}", f"{beat.torch.partition('+')[0]} {beat.python}")]
