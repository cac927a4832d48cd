"""Prints how readings of plain PyTorch's tracebacks compare with films, over all corpora: ``python -m tests.reading.counted [PART]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.reading.corpora import programs
from tests.reading.truth import TOP, Compared, Runner


@dataclass
class Counts:
    """Of the readings with anomaly mode, or of those without."""

    read: int = 0
    unknown: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    contradictions: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    searches: list[int] = field(default_factory=list)

    def add(self, compared: Compared) -> None:
        """Count one."""
        self.read += 1
        self.unknown += compared.bare.kind is None
        self.kinds[compared.bare.kind or "unknown"] += 1
        self.contradictions += [f"{compared.name}: {what}" for what in compared.contradicts]
        if compared.rank is not None:
            self.ranks.append(compared.rank)
            self.searches.append(compared.search_rank or 0)

    @property
    def first(self) -> float:
        """The share of version mismatches whose edit is the first suspect."""
        return sum(rank == 1 for rank in self.ranks) / max(len(self.ranks), 1)

    @property
    def among(self) -> float:
        """The share of those whose edit is among the first suspects."""
        return sum(0 < rank <= TOP for rank in self.ranks) / max(len(self.ranks), 1)


def counts_of(found: Iterable[Compared]) -> dict[bool, Counts]:
    """Count readings, without and with anomaly mode."""
    counts = {False: Counts(), True: Counts()}
    for each in found:
        counts[each.anomaly].add(each)
    return counts


def main() -> None:
    """Print the table, and each contradiction."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    running = Runner()
    found = [each for given in programs() if part in given.name for each in running.compared(given)]
    counts = counts_of(found)
    print(f"{'':24}{'plain':>10}{'anomaly':>10}")
    for label, value in (
        ("programs read", lambda each: each.read),
        ("kind unknown", lambda each: each.unknown),
        ("contradictions", lambda each: len(each.contradictions)),
        ("version mismatches", lambda each: len(each.ranks)),
        ("edit is first", lambda each: f"{each.first:.0%}"),
        (f"edit among first {TOP}", lambda each: f"{each.among:.0%}"),
        (f"found by search {TOP}", lambda each: f"{sum(0 < rank <= TOP for rank in each.searches) / max(len(each.searches), 1):.0%}"),
        ("found by any search", lambda each: f"{sum(rank > 0 for rank in each.searches) / max(len(each.searches), 1):.0%}"),
    ):
        print(f"{label:24}{value(counts[False])!s:>10}{value(counts[True])!s:>10}")
    for kind, count in counts[False].kinds.most_common():
        print(f"  {kind:22}{count:>10}{counts[True].kinds[kind]:>10}")
    for each in (*counts[False].contradictions, *counts[True].contradictions):
        print(each)
    for compared in found:
        if compared.rank is not None and compared.rank != 1:
            lines = [suspect.line for suspect in compared.coded.suspects[:TOP]]
            line = compared.film.edit_line if compared.film else None
            print(f"rank {compared.rank} {'anomaly' if compared.anomaly else 'plain'} {compared.name}: line {line}, told {lines}")
        if compared.bare.kind is None:
            print(f"unknown {compared.name}: {compared.bare.exception}: {compared.bare.message[:100]} ({sorted(compared.kinds)})")


if __name__ == "__main__":
    main()
