"""Which runners there are, from what they say of themselves every second, and which engine is the present one.

Runners whose sources differ from this replica's make films that it may not understand; they are for the replicas of another version.
Of the others' engines the one counts that most runners have, and among equals that of the newest torch and Python.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

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


def is_possible(tier: str, layers: tuple[str, ...], *texts: str) -> bool:
    """Whether a runner may say this of its jail, its versions and the like: it is shown to people."""
    return (
        tier in TIERS
        and len(layers) <= MAX_LAYERS
        and all(len(text) <= MAX_TEXT_CHARS and text.isprintable() for text in (*layers, *texts))
    )


@dataclass(frozen=True)
class _View:
    """What follows from the runners heard of."""

    engine: str
    present: Mapping[str, Beat]
    others: int
    until_s: float
    """After which the runner that was heard of first no longer counts."""


class Roster:
    """The runners that were heard of lately."""

    def __init__(self, sources: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._sources = sources
        self._clock = clock
        self._heard: dict[str, tuple[float, Beat]] = {}
        self._view: _View | None = None

    def hear(self, runner: str, beat: Beat) -> None:
        """Note what a runner says; what cannot be true is not heard."""
        numbers = (beat.running, beat.children_waiting)
        if (
            is_possible(beat.tier, beat.layers, beat.engine, beat.sources, beat.torch, beat.python)
            and 1 <= beat.slots <= MAX_SLOTS
            and all(0 <= number <= MAX_CHILDREN for number in numbers)
        ):
            self._heard[runner] = self._clock(), beat
            self._view = None

    @property
    def engine(self) -> str:
        """The present engine; empty while there is none."""
        return self._now().engine

    @property
    def present(self) -> Mapping[str, Beat]:
        """The runners that make films of the present engine, by name."""
        return self._now().present

    @property
    def others(self) -> int:
        """How many runners were heard of lately that get no runs from here: of other sources, of another engine, or not ready."""
        return self._now().others

    def _now(self) -> _View:
        """Count again only after news, or when a runner has been silent for too long: several ask during each run."""
        now_s = self._clock()
        if self._view is None or now_s > self._view.until_s:
            self._heard = {name: (at, beat) for name, (at, beat) in self._heard.items() if now_s - at <= FORGOTTEN_S}
            self._view = self._counted()
        return self._view

    def _counted(self) -> _View:
        usable = {name: beat for name, (_, beat) in self._heard.items() if self._is_usable(beat)}
        count = Counter(beat.engine for beat in usable.values())
        engines = {beat.engine: beat for beat in usable.values()}
        engine = max(engines, key=lambda tag: (count[tag], _version(engines[tag]), tag), default="")
        present = {name: beat for name, beat in usable.items() if beat.engine == engine}
        oldest_s = min((at for at, _ in self._heard.values()), default=math.inf)
        return _View(engine, MappingProxyType(present), len(self._heard) - len(present), oldest_s + FORGOTTEN_S)

    def _is_usable(self, beat: Beat) -> bool:
        return beat.ready and beat.sources == self._sources and bool(beat.engine)


def _version(beat: Beat) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]{1,9}", f"{beat.torch.partition('+')[0]} {beat.python}")]
