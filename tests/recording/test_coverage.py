"""Coverage measures a recorded program as it does without the recording, whether its tracer is written in C or in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.recording.programs import process, write

MAIN = """
import torch
import gradreel
from lib import work

def block(w, film):
    with film:
        h = work(w)
        if h is None:
            never = 1
        try:
            h.mul_(2)
            h.sum().backward()
        except RuntimeError:
            caught = 1
    return 2

def later():
    a = 1
    return a

block(torch.ones(3, requires_grad=True), AROUND)
later()
"""
LIB = "def numbers():\n    for i in range(2):\n        yield i\n\ndef work(w):\n    total = sum(numbers())\n    return (w * 2).sigmoid()\n"


def measured(folder: Path, around: str, core: str) -> dict[str, object]:
    write(folder, {"main.py": MAIN.replace("AROUND", around), "lib.py": LIB})
    # Fresh, since coverage cannot begin where torch has been imported.
    ended = process(folder, ["-m", "coverage", "run", "--branch", "--source=.", "main.py"], fresh=True, COVERAGE_CORE=core)
    assert (ended.status, ended.stderr) == (0, "")
    assert process(folder, ["-m", "coverage", "json", "-q"]).status == 0
    files = json.loads((folder / "coverage.json").read_text())["files"]
    return {name: (file["executed_lines"], file["executed_branches"]) for name, file in files.items()}


@pytest.mark.parametrize("core", ["ctrace", "pytrace"])
def test_coverage_of_a_recorded_program_is_that_of_the_program(tmp_path: Path, core: str) -> None:
    plain = measured(tmp_path, "__import__('contextlib').nullcontext()", core)
    assert measured(tmp_path, "gradreel.record()", core) == plain
