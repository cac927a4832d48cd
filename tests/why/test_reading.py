"""``gradreel why`` of a text that is no film: a pasted traceback, alone or with its program."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import jsonschema
import pytest
from rich.cells import cell_len

from gradreel.cli import main
from gradreel.locale import LANGUAGES
from gradreel.reading import Reading, read
from gradreel.why.reading import reading_lines
from tests.reading import texts

CODE = "import torch\nx = torch.ones(3, 4, requires_grad=True)\ny = x.exp()\ny += 1\nloss = y.sum()\nloss.backward()\n"


@pytest.fixture
def error(tmp_path: Path) -> Path:
    path = tmp_path / "error.txt"
    path.write_text(texts.ANOMALY + texts.PLAIN)
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["why", *arguments]) == 0
    return capsys.readouterr().out


def test_traceback_is_read_as_a_diagnosis_is_printed(error: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, str(error))
    assert told.startswith("error[version_mismatch]: A tensor that backward needs was edited in place\n  --> /home/me/train.py:12\n")
    assert "= note: " in told
    assert "search for `x += …`. This" in " ".join(told.split())
    assert "gradreel run script.py" in " ".join(told.split())
    assert "gradreel.record()" in " ".join(told.split())


def test_code_beside_it_gives_lines(error: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "train.py").write_text(CODE)
    told = json.loads(printed(capsys, str(error), "--code", str(tmp_path / "train.py"), "--format", "json"))
    assert (told["kind"], told["node"], told["saved_version"], told["current_version"]) == ("version_mismatch", "ExpBackward0", 0, 1)
    assert told["raise_line"] == 6
    assert (told["suspects"][0]["line"], told["suspects"][0]["text"]) == (4, "y += 1")
    assert told["suspects"][0]["reason"]
    assert Reading.model_validate(told).code == "read"


SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "reading.schema.json").read_text())


def test_schema_of_a_reading_in_the_documentation_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "--schema", "reading"))
    assert told == SCHEMA, "run: gradreel why --schema reading > docs/reading.schema.json"
    assert set(told["properties"]) == set(Reading.model_fields)
    assert printed(capsys, "--schema") == printed(capsys, "--schema", "film") != printed(capsys, "--schema", "reading")


@pytest.mark.parametrize("code", [None, CODE])
def test_json_of_a_reading_fits_its_schema(code: str | None, error: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "train.py"
    program.write_text(CODE)
    beside = ("--code", str(program)) if code else ()
    for read_from in (error, program):
        given = beside if read_from is error else ()
        jsonschema.validate(json.loads(printed(capsys, str(read_from), *given, "--format", "json")), SCHEMA)


def test_text_on_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(texts.PLAIN.encode())))
    assert "error[version_mismatch]" in printed(capsys, "-")
    assert "错误[version_mismatch]" in _of_text(texts.PLAIN, capsys, monkeypatch, "--lang", "zh")


@pytest.mark.parametrize("text", [texts.IPYTHON_OLD.split("\n", 2)[2], texts.with_prefix("[rank0]: ")])
def test_text_that_begins_as_json_or_html_might_is_read(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "error[version_mismatch]" in _of_text(text, capsys, monkeypatch)


def test_text_as_powershell_writes_it_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "error.txt").write_bytes(texts.PLAIN.encode("utf-16"))
    assert "error[version_mismatch]" in printed(capsys, str(tmp_path / "error.txt"))


def _of_text(text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *more: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return printed(capsys, "-", *more)


FILMS = {
    "JSON that is no film": (b'{"a": 1}', "it has no schema_version"),
    "a list": (b"[1, 2]", "it has no schema_version"),
    "a cut film": (b'{"schema_version": 3, "files": ["Traceback (most recent call last):', "This film is cut"),
    "a page": (b"<!doctype html><pre>RuntimeError: a leaf Variable that requires grad", "it is HTML"),
    "nothing": (b"", "it is not JSON"),
    "bytes": (b"\x89PNG\0\0\0\0", "it is not JSON"),
    "a program": (b"print(1)", "no traceback and no message of PyTorch"),
    "too much": (b"x" * (1024 * 1024 + 1), "too large"),
}


@pytest.mark.parametrize("case", FILMS)
def test_what_is_neither_a_film_nor_an_error_is_said_in_one_line(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, message = FILMS[case]
    (tmp_path / "given").write_bytes(content)
    assert main(["why", str(tmp_path / "given")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err


@pytest.mark.parametrize("asked", [["--format", "markdown"], ["--format", "github"], ["--kept"]])
def test_form_that_a_text_has_not_is_refused(asked: list[str], error: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", str(error), *asked]) == 2
    assert "of a text with a traceback or a program, text or json is printed" in capsys.readouterr().err


def test_code_that_is_not_there_is_said(error: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", str(error), "--code", str(error.parent / "none.py")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_code_beside_a_film_is_refused(error: Path, capsys: pytest.CaptureFixture[str]) -> None:
    error.write_text('{"schema_version": 1}')
    assert main(["why", str(error), "--code", str(error)]) == 2
    assert "--code is for a text with a traceback" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [20, 60, 120])
def test_no_line_is_wider_than_the_terminal_and_nothing_obeys(lang: str, width: int) -> None:
    text = texts.PLAIN.replace("/home/me", "/home/\x07me\u202e")
    reading = read(text, "y = 1\ny += '\x1b[2J'\nloss.backward()", "zh" if lang == "zh" else "en")
    lines = [line.plain for line in reading_lines(reading, width)]
    assert max(map(cell_len, lines)) <= width
    assert not any(character in line for line in lines for character in "\x07\x1b\u202e")


def test_program_is_read_without_being_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "train.py"
    path.write_text("print('it ran')\n" + CODE)
    told = " ".join(printed(capsys, str(path)).split())
    assert "What edits in place here" in told
    assert "it ran" not in told
    assert "line 5: y += 1." in told
    assert "line 4: .exp() keeps its result for its gradient." in told
    (edit,) = json.loads(printed(capsys, str(path), "--format", "json"))["piece"]["edits"]
    assert (edit["line"], edit["effect"], edit["breaks"][0]["line"]) == (5, "breaks", 4)


def test_traceback_in_a_file_that_is_called_a_program_is_read_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "error.py"
    path.write_text(texts.PLAIN)
    assert printed(capsys, str(path)).startswith("error[version_mismatch]")
