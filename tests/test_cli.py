"""``python -m app.cli``: wrong arguments, files and settings are reported in one line. None of these starts a sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import main

UNUSABLE = {
    "file that is not text": (["trace", "{tmp}/binary.py"], "{tmp}/binary.py cannot be read: 'utf-8' codec can't decode byte 0xff"),
    "missing directory": (["trace", "{tmp}/fine.py", "-o", "{tmp}/none/x.json"], "{tmp}/none/x.json cannot be written: there is no"),
    "public address without a sandbox": (
        ["serve", "--insecure-no-sandbox", "--host", "0.0.0.0"],
        "--insecure-no-sandbox lets any snippet do",
    ),
    "host name without a sandbox": (
        ["serve", "--insecure-no-sandbox", "--host", "gradreel.example"],
        "--insecure-no-sandbox lets any snippet do",
    ),
}


def refusal(*arguments: str) -> str:
    """Run a command in this process that must end with status 2, and return the one line that it prints."""
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("gradreel: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("gradreel: ")


@pytest.mark.parametrize("case", UNUSABLE)
def test_unusable_argument_is_reported_in_one_line(case: str, tmp_path: Path) -> None:
    arguments, message = UNUSABLE[case]
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe")
    (tmp_path / "fine.py").write_text("x = 1\n")
    assert refusal(*(argument.format(tmp=tmp_path) for argument in arguments)).startswith(message.format(tmp=tmp_path))


@pytest.mark.parametrize("command", [["serve"], ["trace", __file__], ["db", "upgrade"], ["db", "prune"]])
def test_invalid_setting_is_named(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADREEL_WALL_TIME_S", "soon")
    assert refusal(*command) == "GRADREEL_WALL_TIME_S: Input should be a valid number, unable to parse string as a number\n"
