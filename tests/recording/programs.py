"""Runs programs of several files in processes of their own: under ``python``, and under ``gradreel run``."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gradreel.film.load import run_from_json
from gradreel.trace import Run

ROOT = Path(__file__).parents[2]
OURS = "gradreel: "
"""What a line on stderr that is not the program's begins with."""
PRINTED = re.compile(r"^(?:error|warning)\[\w+\]: .*\Z", re.MULTILINE | re.DOTALL)
NOTE = re.compile(rf"^{OURS}.*\n(?:  (?:saved|cut|freed|edited|raised|here) .*\n)*  film: .*\n", re.MULTILINE)


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


def process(folder: Path, arguments: Sequence[str], **more: str) -> Ended:
    """Run Python in a folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
        "PYTHONHASHSEED": "0",
        "GRADREEL_TRACER_FAULTS": "1",
        **more,
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        # A shell that runs the tests in the background has them ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
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


def plain(folder: Path, *arguments: str) -> Ended:
    """Run a program as ``python`` does."""
    return process(folder, arguments)


def recorded(folder: Path, *arguments: str, options: Sequence[str] = (), film: str = "film.json") -> Ended:
    """Run a program under ``gradreel run``; its film is ``film.json`` or what ``film`` says."""
    return process(folder, ["-m", "gradreel", "run", "-o", film, *options, *arguments])


def film_in(folder: Path) -> Run:
    """Read the film that a run left."""
    return run_from_json((folder / "film.json").read_bytes())
