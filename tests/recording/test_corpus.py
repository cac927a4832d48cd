"""Thirty failing programs of several files: each ends as under plain PyTorch, and its film names the right lines of the right files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.recording.corpus import SAVES, SHAPES, marked, programs
from tests.recording.programs import process

NAMES = [f"{shape} {how}" for shape in SHAPES for how in SAVES]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], dict[str, Any]]:
    folder = tmp_path_factory.mktemp("corpus")
    runs = [process(folder, ["-m", "tests.recording.corpus", str(folder), how]) for how in ("plain", "record")]
    assert [run.stderr for run in runs] == ["", ""]
    plain, recorded = (json.loads(run.stdout.splitlines()[-1]) for run in runs)
    return folder, plain, recorded


@pytest.mark.parametrize("name", NAMES)
def test_failing_program_ends_as_plainly_and_its_three_lines_are_in_the_right_files(
    ended: tuple[Path, dict[str, Any], dict[str, Any]], name: str
) -> None:
    folder, plain, recorded = ended
    assert recorded[name]["ended"] is not None
    assert recorded[name]["ended"] == plain[name]["ended"]
    assert recorded[name]["grad"] == plain[name]["grad"]
    place = programs(folder)[name]
    assert recorded[name]["film"] == {
        "kind": "version_mismatch",
        "places": [list(marked(place, mark)) for mark in ("saved", "edit", "raise")],
    }
