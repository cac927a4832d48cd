"""Measures the readability of pictures: ``python -m benchmarks readability [PROGRAM …] [--shots DIR] [--url URL] [--write FILE]``.

Without names and address everything is measured on a server of its own, and written into ``benchmarks/RESULTS.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import table
from benchmarks.readability import report
from benchmarks.readability.bench import Options, measure
from benchmarks.readability.measure import Opened

RESULTS = Path(__file__).parents[1] / "RESULTS.md"
HEADING = "## Readability of pictures"


def main(arguments: Sequence[str]) -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks readability", description=__doc__)
    parser.add_argument("programs", nargs="*", help="names of programs; all where none is given")
    parser.add_argument("--shots", type=Path, help="folder that screenshots are written to")
    parser.add_argument("--url", help="a server that runs already; an own one is started where none is given")
    parser.add_argument("--write", type=Path, help="file that the tables are written to")
    asked = parser.parse_args(arguments)
    keep = _writer(asked.write)
    text = _text(measure(Options(tuple(asked.programs), asked.url, asked.shots), keep))
    print(text)
    if asked.write is None and not asked.programs and asked.url is None:
        before = RESULTS.read_text(encoding="utf-8").partition(HEADING)[0]
        RESULTS.write_text(f"{before.rstrip()}\n\n{text}", encoding="utf-8")


def _writer(path: Path | None) -> Callable[[list[Opened]], None]:
    """Write what there is so far into a file, where one is asked for."""

    def write(opened: list[Opened]) -> None:
        if path is not None:
            path.write_text(_text(opened), encoding="utf-8")

    return write


def _text(opened: Sequence[Opened]) -> str:
    summary, rows, details = table.table(report.figures(opened)), report.table(opened), report.details(opened)
    intro = (
        "Written by `python -m benchmarks readability`. Shares in view in percent, text in pixels; 1440 × 900, 390 × 844, embeds 760 wide."
    )
    return f"{HEADING}\n\n{intro} {table.header()}\n\n{summary}\n\n{rows}\n\n{details}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
