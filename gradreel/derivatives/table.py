"""Which saved tensors the gradient of each input of a node reads, by the derivative formulas of each PyTorch version.

``scripts/derivatives`` writes the tables. A version without one has an empty table: of it nothing is stated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """What is known of one kind of node."""

    inputs: tuple[str, ...]
    """In the order of the edges; ``*`` after the name of a list, which has an edge for each of its tensors."""
    reads: Mapping[str, tuple[str, ...]]
    """Input → names of the saved tensors; an input whose derivative is not implemented is not there."""
    together: tuple[tuple[str, ...], ...]
    """Inputs whose gradients are computed at once, by one formula."""
    numbers: bool
    """Whether some gradient reads numbers or shapes that the node noted."""

    def input_of(self, edge: int, edges: int) -> str | None:
        """Return to which input an edge leads, of a node that has so many."""
        lists = [at for at, name in enumerate(self.inputs) if name.endswith("*")]
        if not lists:
            return self.inputs[edge] if edges == len(self.inputs) else None
        more = edges - len(self.inputs) + 1
        if len(lists) > 1 or more < 0:
            return None
        if edge < lists[0]:
            return self.inputs[edge]
        return self.inputs[lists[0]][:-1] if edge < lists[0] + more else self.inputs[edge - more + 1]

    def with_(self, name: str) -> tuple[str, ...]:
        """Return the inputs whose gradients one formula computes together with that of this one; at least this one."""
        return next((several for several in self.together if name in several), (name,))


Table = Mapping[str, Entry]
BEGINNING, ENDING = "torch-", ".json"
"""Of a table's file; between them is the version."""


def table_of(torch: str) -> Table:
    """Return the table for a version such as ``2.13.0+cpu``."""
    return _table(".".join(torch.split(".")[:2]))


@cache
def texts() -> Mapping[str, str]:
    """Version → its file. All at once: readers of films can open no file later."""
    files_of = {file.name: file.read_text(encoding="utf-8") for file in (files(__package__) / "tables").iterdir()}
    return {name[len(BEGINNING) : -len(ENDING)]: text for name, text in files_of.items() if name.startswith(BEGINNING)}


@lru_cache(maxsize=4)
def _table(version: str) -> Table:
    nodes: dict[str, dict[str, Any]] = json.loads(texts().get(version, "{}"))
    return {name: _entry(entry) for name, entry in nodes.items()}


def _entry(entry: dict[str, Any]) -> Entry:
    reads: Mapping[str, list[str]] = entry["reads"]
    return Entry(
        tuple(entry["inputs"]),
        {name: tuple(attributes) for name, attributes in reads.items()},
        tuple(tuple(several) for several in entry.get("together", ())),
        bool(entry.get("numbers")),
    )
