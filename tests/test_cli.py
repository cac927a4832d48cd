"""The command line, as far as it gets without a sandbox: what cannot be done is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import main

UNUSABLE = {
    "file that is no text": (["trace", "{tmp}/binary.py"], "{tmp}/binary.py cannot be read: 'utf-8' codec can't decode byte 0xff"),
    "place that is none": (["trace", "{tmp}/fine.py", "-o", "{tmp}/none/x.json"], "{tmp}/none/x.json cannot be written: there is no"),
    "open address without a jail": (["serve", "--insecure-no-sandbox", "--host", "0.0.0.0"], "--insecure-no-sandbox lets any snippet do"),
    "name without a jail": (["serve", "--insecure-no-sandbox", "--host", "gradreel.example"], "--insecure-no-sandbox lets any snippet do"),
}


def refusal(*arguments: str) -> str:
    """Run a command in this process; it must end with status 2, and say why in the one line that is returned."""
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("gradreel: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("gradreel: ")


@pytest.mark.parametrize("case", UNUSABLE)
def test_command_that_cannot_be_done_says_why_in_one_line(case: str, tmp_path: Path) -> None:
    arguments, message = UNUSABLE[case]
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe")
    (tmp_path / "fine.py").write_text("x = 1\n")
    assert refusal(*(argument.format(tmp=tmp_path) for argument in arguments)).startswith(message.format(tmp=tmp_path))


@pytest.mark.parametrize("command", [["serve"], ["trace", __file__], ["db", "upgrade"], ["db", "prune"]])
def test_setting_that_cannot_be_read_is_named(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADREEL_WALL_TIME_S", "soon")
    assert refusal(*command) == "GRADREEL_WALL_TIME_S: Input should be a valid number, unable to parse string as a number\n"
