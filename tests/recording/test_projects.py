"""Programs as people write them, each in a folder of its own: what they print and how they end, and which lines are to blame.

The lines that a diagnosis has to name end in ``# saved``, ``# edit`` and ``# raise``.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from gradreel.trace import Diagnosis, Run
from tests.long import some_of_each
from tests.recording.corpus import marked
from tests.recording.programs import film_in, plain, recorded

PROJECTS = Path(__file__).parent / "projects"


@dataclass(frozen=True)
class Project:
    """How a program is started, and what its film has to say."""

    command: tuple[str, ...]
    status: int
    kind: str
    named: str = "saved edit raise"
    """The places that the diagnosis has to name."""


PROGRAMS = {
    "classifier": Project(("train.py", "--epochs", "1", "--workers", "2"), 3, "version_mismatch"),
    "gan": Project(("-m", "ganlib", "--steps", "2"), 1, "version_mismatch"),
    "rnn": Project(("main.py",), 1, "graph_freed", "raise"),
    "actor_critic": Project(("run.py", "2"), 1, "version_mismatch"),
    "doctested": Project(("physics.py",), 0, "version_mismatch"),
    "plugins": Project(("launch.py",), 1, "version_mismatch"),
    "main_classes": Project(("experiment.py",), 1, "version_mismatch"),
    "service": Project(("serve_once.py",), 1, "graph_freed", "raise"),
    "frozen": Project(("fit.py",), 1, "no_grad_path", "raise"),
    "initialised": Project(("start.py",), 1, "leaf_in_place", "raise"),
}

FRESH = ("classifier", "gan")
"""Run in a process that nothing was imported in: the first has workers that are processes, the traceback of the second begins in runpy."""


def copied(name: str, folder: Path) -> Path:
    """A project in a folder that nothing else writes to."""
    return Path(shutil.copytree(PROJECTS / name, folder / name))


def place(run: Run, told: Diagnosis, what: str) -> tuple[str, int | None]:
    """File and line that a diagnosis names for ``saved``, ``edit`` or ``raise``."""
    return run.files[getattr(told, f"{what}_file")].path, getattr(told, f"{what}_line")


def numbers_of_processes_left_out(text: str) -> str:
    """Names of threads, pids and times differ from run to run."""
    return re.sub(r"\b(pid|Thread-)\s*\d+", r"\1", text)


@pytest.mark.parametrize("name", some_of_each(PROGRAMS, lambda name: PROGRAMS[name].kind))
def test_program_of_several_files_ends_as_under_python_and_its_film_names_the_right_lines(tmp_path: Path, name: str) -> None:
    project, folder = PROGRAMS[name], copied(name, tmp_path)
    fresh = name in FRESH
    alone, ended = plain(folder, *project.command, fresh=fresh), recorded(folder, *project.command, fresh=fresh)
    assert (ended.status, ended.stdout) == (alone.status, alone.stdout) == (project.status, ended.stdout)
    assert numbers_of_processes_left_out(ended.stderr) == numbers_of_processes_left_out(alone.stderr)
    assert ended.told.startswith("gradreel: the film is in film.json. It holds the text of ")
    run = film_in(folder)
    told = next(each for each in run.diagnoses if each.severity == "error")
    assert told.kind == project.kind
    for what in project.named.split():
        assert place(run, told, what) == marked(folder, what)
