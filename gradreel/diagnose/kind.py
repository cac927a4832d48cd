"""What a kind of diagnosis is: a module in ``kinds`` with these four things. It is found by being there; no table lists it.

RANK             among diagnoses of one severity, the lower is told first
SAYS_LESS_THAN   a kind; of an event of which that says something with severity error, this one says nothing (left out: none)
find()           what went wrong, one finding per cause, in time linear in the trace
evidence()       which ids explain a diagnosis, the most important first (``lookup.explain``)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from gradreel.diagnose import kinds
from gradreel.diagnose.finding import Finding
from gradreel.diagnose.lookup.history import History
from gradreel.trace import Diagnosis


class Kind(Protocol):
    """A module of ``kinds``."""

    __name__: str
    RANK: int

    def find(self, history: History) -> Iterator[Finding]:
        """Find what went wrong."""

    def evidence(self, history: History, diagnosis: Diagnosis) -> Iterable[str | None]:
        """Say what explains a diagnosis."""


def name_of(kind: Kind) -> str:
    """The name of a kind is that of its file."""
    return kind.__name__.rpartition(".")[2]


def all_kinds() -> Mapping[str, Kind]:
    """Load every kind, by name, in the order in which they are told."""
    names = [module.name for module in iter_modules(kinds.__path__)]
    found = [cast(Kind, import_module(f"{kinds.__name__}.{name}")) for name in names]
    return {name_of(kind): kind for kind in sorted(found, key=lambda kind: kind.RANK)}
