"""docs/recording.md: its code runs, what it links to exists, and its example of three files is told as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import interpreter

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "recording.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_page_has_code_to_run() -> None:
    assert len(BLOCKS) == 2


@pytest.mark.parametrize("block", BLOCKS)
def test_code_on_the_page_runs(block: str, tmp_path: Path) -> None:
    (tmp_path / "block.py").write_text(block)
    done = interpreter.run(["block.py"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    if "record()" in block:
        assert "So line 9 raised" in done.stdout
        assert (tmp_path / "why.html").stat().st_size > 100_000


def test_links_and_pictures_of_the_page_exist() -> None:
    linked = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert len(linked) > 10
    assert [path for path in linked if not (PAGE.parent / path).exists()] == []


def test_example_of_three_files_is_recorded_as_the_page_says(tmp_path: Path) -> None:
    film = tmp_path / "why.html"
    example = PAGE.parent / "examples" / "three_files"
    done = interpreter.run(["-m", "gradreel", "run", "-o", str(film), "train.py"], example)
    plain = interpreter.run(["train.py"], example)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout) == (1, "")
    told = "It holds the text of train.py, model.py, pruning.py, what the program printed, and values of tensors."
    assert done.stderr.splitlines()[-1] == f"gradreel: the film is in {film}. {told}"
    assert "SoftmaxBackward0 on model.py line 15 saved weights at version 0. pruning.py line 7" in film.read_text(encoding="utf-8")
