"""The pictures of ``docs/terminal.md`` show what is printed today, and ask no other host for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE, FOLDER = ROOT / "docs" / "terminal.md", ROOT / "docs" / "terminal"

of_this_python = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the pictures were taken with Python 3.11, which tracebacks name"
)


def test_page_shows_every_picture() -> None:
    shown = re.findall(r"!\[[^]]+]\(terminal/([\w-]+\.svg)\)", PAGE.read_text(encoding="utf-8"))
    assert shown
    assert sorted(shown) == sorted(file.name for file in FOLDER.iterdir())


def test_picture_names_no_other_host() -> None:
    asking = r"(?:href|src)=|url\((?!#)|@import|@font-face"
    assert [file.name for file in FOLDER.iterdir() if re.search(asking, file.read_text(encoding="utf-8"))] == []


@of_this_python
@pytest.mark.parametrize("first", [1, pytest.param(9, marks=pytest.mark.long)])
def test_picture_is_what_is_printed_now(first: int) -> None:
    check = [sys.executable, "-m", "scripts.terminal_pictures", "--check", "--first", str(first)]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_picture_that_shows_something_else_is_named(tmp_path: Path) -> None:
    """Otherwise that pictures are current would say nothing."""
    program = f"from pathlib import Path\nfrom scripts import terminal_pictures as own\nown.FOLDER = Path({str(tmp_path)!r})\nown.main()\n"
    (tmp_path / "run.svg").write_text("<svg/>")
    done = subprocess.run([sys.executable, "-c", program, "--check", "--first", "1"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "run.svg" in done.stderr) == (1, True), done.stderr
