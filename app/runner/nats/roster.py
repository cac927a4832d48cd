"""Which runners there are, from what they say of themselves every second, which engine is the present one, and who gets runs.

Runners whose sources differ from this replica's make films that it may not understand; they are for the replicas of another version.
Of the others' engines the one counts that most runners have; among equals the one whose runners have failed fewer runs, then the one that
was the present one before, then that of the newest torch and Python. Runners that are shut out do not count, unless all are.
"""

from __future__ import annotations

import math
import re
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.runner.nats.messages import Beat
from app.runner.nats.silences import Silences
from app.runner.nats.trust import Trust

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
    shut_out: int
    until_s: float
    """After which it is to be made again: a runner no longer counts, or one counts again."""


class Roster:
    """The runners heard of lately."""

    def __init__(self, sources: str, silences: Silences, clock: Callable[[], float] = time.monotonic) -> None:
        """``sources``: hash of this replica's own."""
        self._sources = sources
        self._silences = silences
        self._clock = clock
        self._heard: dict[str, tuple[float, Beat]] = {}
        self._view: _View | None = None
        self._before = ""
        """The engine that was the present one."""
        self.trust = Trust(clock)

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

    def forget(self, runner: str) -> None:
        """Note that a runner is not there, until it is heard again."""
        if self._heard.pop(runner, None):
            self._view = None

    def answered(self, runner: str) -> None:
        """Note that a runner answered a run."""
        self.trust.answered(runner)
        self._view = None

    def failed(self, runner: str) -> bool:
        """Note that a runner took a run and did not answer; say whether it is shut out for it."""
        self._view = None
        return self.trust.failed(runner)

    @property
    def engine(self) -> str:
        """The present engine; empty while there is none."""
        return self._now().engine

    @property
    def present(self) -> Mapping[str, Beat]:
        """The runners that make films of the present engine and are given runs, by name."""
        return self._now().present

    @property
    def others(self) -> int:
        """How many runners were heard of lately that get no runs from here: of other sources, of another engine, not ready, or shut out."""
        return self._now().others

    @property
    def shut_out(self) -> int:
        """How many of them are shut out, or would be if there were others."""
        return self._now().shut_out

    @property
    def slots(self) -> int:
        """How many runs may be under way at once."""
        return sum(self.trust.at_once(name, beat.slots) for name, beat in self.present.items())

    def _now(self) -> _View:
        """Count again only after news, or when a runner has been silent for too long: several ask during each run."""
        now_s = self._clock()
        if self._view is None or now_s > self._view.until_s:
            self._heard = {name: (at, beat) for name, (at, beat) in self._heard.items() if now_s - at <= self._silences.forgotten_s}
            self._view = self._counted(now_s)
            self._before = self._view.engine or self._before
        return self._view

    def _counted(self, now_s: float) -> _View:
        usable = {name: beat for name, (_, beat) in self._heard.items() if self._is_usable(beat)}
        shut_out = {name for name in usable if self.trust.is_shut_out(name)}
        counting = {name: beat for name, beat in usable.items() if name not in shut_out} or usable
        names: defaultdict[str, list[str]] = defaultdict(list)
        for name, beat in counting.items():
            names[beat.engine].append(name)
        engine = max(names, key=lambda tag: self._rank(tag, {name: counting[name] for name in names[tag]}), default="")
        present = {name: counting[name] for name in names[engine]} if engine else {}
        oldest_s = min((at for at, _ in self._heard.values()), default=math.inf)
        until_s = min(oldest_s + self._silences.forgotten_s, now_s + self._silences.beat_s if shut_out else math.inf)
        return _View(engine, MappingProxyType(present), len(self._heard) - len(present), len(shut_out), until_s)

    def _rank(self, engine: str, runners: Mapping[str, Beat]) -> tuple[int, int, bool, list[int], str]:
        failures = sum(map(self.trust.failures, runners))
        return len(runners), -failures, engine == self._before, _version(next(iter(runners.values()))), engine

    def _is_usable(self, beat: Beat) -> bool:
        return beat.ready and beat.sources == self._sources and bool(beat.engine)


def _version(beat: Beat) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]{1,9}", f"{beat.torch.partition('+')[0]} {beat.python}")]
