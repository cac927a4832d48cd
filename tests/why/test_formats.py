"""``gradreel why``: JSON of a stable schema, Markdown and annotations that nothing in a program can break out of."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import torch
from markdown_it import MarkdownIt

import gradreel
from gradreel.cli import main
from gradreel.film.film import film_of as packed
from gradreel.film.html import film_file
from gradreel.locale import LANGUAGES, Lang
from gradreel.trace import Run
from gradreel.why.github import github_lines
from gradreel.why.markdown import markdown
from gradreel.why.report import Report, report_of
from tests.why import films

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "why.schema.json").read_text())


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["why", *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "why.json"
    path.write_text(films.film_of(films.EDITED).model_dump_json())
    return path


def test_schema_in_the_documentation_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(printed(capsys, "--schema")) == SCHEMA, "run: gradreel why --schema > docs/why.schema.json"


@pytest.mark.parametrize("code", [films.EDITED, films.FREED, films.FINE, films.HOSTILE])
def test_json_fits_the_schema(code: str) -> None:
    jsonschema.validate(json.loads(report_of(films.film_of(code), None).model_dump_json()), SCHEMA)


def test_json_states_places_with_columns_and_changes_of_ways_out(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: dict[str, Any] = json.loads(printed(capsys, str(saved), "--format", "json"))
    (finding,) = told["findings"]
    assert (told["schema_version"], told["status"], told["film"], finding["kind"]) == (1, "raised", str(saved), "version_mismatch")
    assert [(each["role"], each["line"], each["column"], each["end_column"], each["primary"]) for each in finding["places"]] == [
        ("saved", 3, 7, 12, False),
        ("edited", 6, 3, 10, True),
        ("raised", 7, 1, 19, False),
    ]
    assert finding["ways_out"][0]["changes"] == [{"path": "<train.py>", "line": 6, "removed": ["h.mul_(2)"], "added": ["h = h.mul(2)"]}]


def test_film_on_standard_input_is_read(saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(saved.read_bytes())))
    assert "error[version_mismatch]" in printed(capsys, "-")


def test_film_as_html_says_what_its_json_says(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = films.film_of(films.HOSTILE)
    page, document = tmp_path / "film.html", tmp_path / "film.json"
    page.write_text(film_file(packed(run), run.code, "a film"))
    document.write_text(run.model_dump_json())
    said = [printed(capsys, str(path), "--format", "json").replace(path.name, "film") for path in (page, document)]
    assert said[0] == said[1]
    assert Report.model_validate_json(said[0]).findings


UNREADABLE = {
    "no file": (None, "No such file or directory"),
    "no film": (b"print(1)", "This is no film: it is not JSON"),
    "another page": (b"<!doctype html><p>hello", "This is no film: it is HTML, and holds none."),
    "damaged film": (b'<!doctype html><template id="film">AAAA</template>', "This film is damaged"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_is_no_film_is_said_in_one_line(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, message = UNREADABLE[case]
    if content is not None:
        (tmp_path / "film.html").write_bytes(content)
    assert main(["why", str(tmp_path / "film.html")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err


@pytest.mark.parametrize("form", ["film.json", "film.html"])
def test_film_whose_end_is_missing_is_said_to_be_cut(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gradreel.record() as film:
        torch.ones(2, requires_grad=True).exp().sum().backward()  # type: ignore[no-untyped-call]
    path = film.save(tmp_path / form)
    whole = path.read_bytes()
    at = whole.find(b'<template id="film">') + 1000 if form == "film.html" else len(whole)
    for size in (at // 3, at - 300):
        path.write_bytes(whole[:size])
        assert main(["why", str(path)]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert "This film is cut: its end is missing." in told.err


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_diagnosis_of_a_kind_that_a_later_version_added_is_said_to_be_left_out(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = films.film_of(films.CUT)
    later = run.model_copy(
        update={
            "diagnoses": tuple(each.model_copy(update={"kind": "of_2099"}) for each in run.diagnoses),
            "engine": run.engine.model_copy(update={"gradreel": "99.0"}),
        }
    )
    (tmp_path / "film.json").write_text(later.model_dump_json())
    told = " ".join(printed(capsys, str(tmp_path / "film.json"), "--format", form).split())
    assert "One diagnosis is left out" in told
    assert re.search(r"Gradreel 99\\?.0 made the film", told)
    assert "Nothing is wrong" not in told


def test_command_without_a_film_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why"]) == 2
    assert capsys.readouterr().err.startswith("gradreel: which film?")


COMMAND = re.compile(r"::(?:error|warning|notice) ((?:\w+=[^,:\r\n]*)(?:,\w+=[^,:\r\n]*)*)::([^\r\n]*)")
"""What GitHub reads as a command; a property holds neither commas nor colons."""


def commands_of(run: Run) -> list[tuple[dict[str, str], str]]:
    found = []
    for line in github_lines(report_of(run, None)):
        command = COMMAND.fullmatch(line)
        assert command, line
        properties = dict(each.split("=", 1) for each in command[1].split(","))
        found.append((properties, command[2].replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")))
    return found


@pytest.mark.parametrize("code", [films.EDITED, films.HOSTILE])
def test_annotations_are_one_command_for_each_line(code: str) -> None:
    run = films.film_of(code)
    told = commands_of(run)
    (diagnosis,) = run.diagnoses
    assert [int(properties["line"]) for properties, _ in told] == [diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line]
    assert {properties["title"] for properties, _ in told} == {"The version check failed"}
    assert told[1][1] == f"edited in place: version 0 → 1\n{diagnosis.message}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", [films.EDITED, films.HOSTILE, films.CRASHED, films.FINE])
def test_markdown_makes_no_markup_of_what_the_program_says(code: str, lang: Lang) -> None:
    tokens = MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(markdown(report_of(films.film_of(code), "w`hy.html", lang)))
    every = [*tokens, *(child for token in tokens for child in token.children or [])]
    assert {token.type for token in every} & {"html_block", "html_inline", "image", "link_open", "table_open"} == set()
    blocks = [token.content for token in tokens if token.type == "fence" and token.info == "python"]
    for place in (place for finding in report_of(films.film_of(code), None, lang).findings for place in finding.places):
        assert any(place.label in block for block in blocks)
