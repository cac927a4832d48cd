"""Run the benchmarks named on the command line, or all; all of them write ``benchmarks/RESULTS.md``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.table import Figure, header, table

ALL = ("latency", "throughput", "stored", "tracer", "page", "large_films", "diagnoses", "diagnosing")
# Take minutes, or say what another figure is made of: they run only when they are named.
MORE = ("record", "fidelity", "attack", "breakdown", "fixes", "cluster", "questions")
# Has options and a table of its own.
READABILITY = "readability"


def main(names: list[str]) -> None:
    """Measure, print, and write the table when everything was measured."""
    if names[:1] == [READABILITY]:
        import_module("benchmarks.readability.__main__").main(names[1:])
        return
    if unknown := set(names) - {*ALL, *MORE}:
        raise SystemExit(f"no benchmark named {', '.join(sorted(unknown))}: choose from {', '.join([*ALL, *MORE, READABILITY])}")
    found: list[Figure] = []
    for name in names or ALL:
        print(f"… {name}", file=sys.stderr)
        found.extend(import_module(f"benchmarks.{name}").figures())
    text = f"{header()}\n\n{table(found)}\n"
    print(text)
    if not names:
        Path(__file__).with_name("RESULTS.md").write_text(f"# Results\n\nWritten by `scripts/bench`. {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
