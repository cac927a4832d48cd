"""Runs programs of several files, each in a process: under ``python``, and under ``gradreel run``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gradreel.film.load import run_from_json
from gradreel.trace import Run
from tests import interpreter

OURS = "gradreel: "
"""What a line on stderr that is not the program's begins with."""
PRINTED = re.compile(r"^(?:error|warning)\[\w+\]: .*\Z", re.MULTILINE | re.DOTALL)
NOTE = re.compile(rf"^{OURS}.*\n(?:  (?:saved|cut|freed|born|edited|noticed|raised|here) .*\n)*  film: .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    status: int
    stdout: str
    stderr: str
    """Without what is ours: the note on an exception, the diagnoses, and the last line."""
    told: str
    """That line, or ""."""
    note: str = ""
    """That note, or ""."""
    printed: str = ""
    """The diagnoses, or ""."""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a program's files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def process(folder: Path, arguments: Sequence[str], fresh: bool = False, **more: str) -> Ended:
    """Run Python in a folder; what is to be ``fresh`` in a process that nothing was imported in."""
    done = interpreter.run(arguments, folder, {"GRADREEL_TRACER_FAULTS": "1", **more}, fresh=fresh)
    lines = done.stderr.splitlines(keepends=True)
    told = lines.pop().strip() if lines and lines[-1].startswith(OURS) else ""
    stderr = "".join(lines)
    noted, printed = NOTE.search(stderr), PRINTED.search(stderr)
    return Ended(
        done.returncode,
        done.stdout,
        PRINTED.sub("", NOTE.sub("", stderr)),
        told,
        noted[0] if noted else "",
        printed[0] if printed else "",
    )


def plain(folder: Path, *arguments: str, fresh: bool = False) -> Ended:
    """Run a program as ``python`` does."""
    return process(folder, arguments, fresh)


def recorded(folder: Path, *arguments: str, options: Sequence[str] = (), film: str = "film.json", fresh: bool = False) -> Ended:
    """Run a program under ``gradreel run``; its film is ``film.json`` or what ``film`` says."""
    return process(folder, ["-m", "gradreel", "run", "-o", film, *options, *arguments], fresh)


def film_in(folder: Path) -> Run:
    """Read the film that a run left."""
    return run_from_json((folder / "film.json").read_bytes())
