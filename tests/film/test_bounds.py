"""Films made to take a reader's memory: small files that hold gigabytes, and more of everything than a program records."""

from __future__ import annotations

import base64
import json
import re
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import gradreel
from gradreel.errors import FilmUnreadable
from gradreel.film import load
from gradreel.film.bounds import MAX_DIAGNOSES, MAX_FIELDS, MIB, VARIABLE, bounds, content_of
from gradreel.film.film import film_of
from gradreel.film.html import film_file
from gradreel.film.load import in_present_form, run_from_file, run_from_json
from gradreel.recording import notebook_file, script
from gradreel.recording.notebook_file import NotebookUnreadable, program_of
from gradreel.recording.options import MAX_BYTES, MAX_EVENTS
from tests.why import films

ROOT = Path(__file__).parents[2]
MEMORY = 1024**3
"""Address space of a child: the files unpack to more."""
PIECE = 16 * MIB


@pytest.fixture(scope="module")
def film() -> bytes:
    return films.film_of(films.EDITED).model_dump_json().encode()


@pytest.fixture(scope="module")
def bomb(film: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film in HTML, 2 MB, whose JSON has a gigabyte of spaces before its last brace."""
    return packed(tmp_path_factory.mktemp("bomb") / "bomb.html", film[:-1], b" " * PIECE, 64, film[-1:])


@pytest.fixture(scope="module")
def repeated(film: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film in HTML whose events are there 30,000 times."""
    document = json.loads(film)
    events = ",".join(json.dumps(each) for each in document["events"]).encode() + b","
    before, after = json.dumps({**document, "events": ["@"]}).encode().split(b'"@"')
    return packed(tmp_path_factory.mktemp("repeated") / "repeated.html", before, events * 300, 100, events[:-1] + after)


def packed(file: Path, first: bytes, repeated: bytes, times: int, last: bytes) -> Path:
    """Write a film's HTML with other JSON. What is repeated is packed once: a full flush makes a piece that may follow itself."""
    pack, check = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS), zlib.crc32(first)
    size = len(first) + len(repeated) * times + len(last)
    parts = [pack.compress(first) + pack.flush(zlib.Z_FULL_FLUSH)]
    parts += [pack.compress(repeated) + pack.flush(zlib.Z_FULL_FLUSH)] * times
    parts += [pack.compress(last) + pack.flush()]
    for _ in range(times):
        check = zlib.crc32(repeated, check)
    trailer = zlib.crc32(last, check).to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")
    body = base64.b64encode(b"\x1f\x8b\x08" + bytes(6) + b"\xff" + b"".join(parts) + trailer)
    page = film_file(film_of(films.film_of(films.EDITED)), films.EDITED, "train.py", "en").encode()
    file.write_bytes(re.sub(rb'(?<=<template id="film">)[^<]+', lambda _: body, page))
    return file


def ended(*arguments: str, stdin: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with little memory."""
    with open(stdin or "/dev/null", "rb") as given:
        return subprocess.run(
            [sys.executable, "-m", "gradreel", *arguments],
            stdin=given,
            capture_output=True,
            text=True,
            cwd=ROOT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            check=False,
        )


@pytest.mark.parametrize("name", ["bomb", "repeated"])
@pytest.mark.parametrize("command", ["show", "why"])
def test_small_film_that_holds_gigabytes_is_refused_with_little_memory(
    name: str, command: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    file: Path = request.getfixturevalue(name)
    assert file.stat().st_size < 8 * MIB
    result = ended(command, str(file), *(["-o", str(tmp_path / "out.html")] if command == "show" else []))
    assert result.returncode == 2, result.stderr
    assert "unpacks to more than 100,663,296 bytes of JSON" in result.stderr
    assert VARIABLE in result.stderr
    assert "Traceback" not in result.stderr


def test_film_from_standard_input_is_read_no_further_than_the_bound() -> None:
    result = ended("why", "-", stdin=Path("/dev/zero"))
    assert result.returncode == 2
    assert "standard input has more than 100,663,296 bytes" in result.stderr


def test_library_and_mcp_server_refuse_what_unpacks_to_more_than_the_bound(bomb: Path) -> None:
    from mcp.server.mcpserver.exceptions import ToolError

    from gradreel.mcp_server import Folder

    with pytest.raises(FilmUnreadable, match="unpacks to more than"):
        gradreel.compare(bomb, bomb)
    with pytest.raises(ToolError, match="unpacks to more than"):
        Folder(bomb.parent).film(bomb.name)


def test_stored_film_that_unpacks_to_more_than_the_bound_is_refused(bomb: Path) -> None:
    from gradreel.film.film import Film

    found = re.search(rb'<template id="film">([^<]+)', bomb.read_bytes())
    assert found is not None
    stored = Film(base64.b64decode(found[1]), "", reusable=True, summary={})
    for read in (in_present_form, Film.json):
        with pytest.raises(FilmUnreadable, match="unpacks to more than"):
            read(stored)


def test_file_larger_than_the_bound_is_refused_unread_with_its_size(tmp_path: Path) -> None:
    file = tmp_path / "film.json"
    with file.open("wb") as sparse:
        sparse.truncate(50 * 1024**3)
    with pytest.raises(FilmUnreadable, match=r"film\.json has 53,687,091,200 bytes, and at most 100,663,296 are read"):
        content_of(file)


def filled(name: str, count: int, document: dict[str, Any]) -> None:
    document[name] = [{}] * count


def tables(most: int) -> Iterator[tuple[Callable[[dict[str, Any]], object], str]]:
    for name in ("events", "tensors", "nodes", "saved", "gradients", "not_shown", "loops", "cells"):
        yield partial(filled, name, most + 1), f"{most + 1:,} {name}, and there may be {most:,}"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        *tables(251_658),
        (lambda it: it.update(diagnoses=it["diagnoses"] * 1000), f"diagnoses, and there may be {MAX_DIAGNOSES}"),
        (lambda it: it.update(code="a" * 9 * MIB), "characters of program text"),
        (lambda it: it.update(files=[{"path": "a.py", "text": "a" * MIB}] * 9), "characters of program text"),
        (lambda it: it["tensors"][0].update({str(key): 0 for key in range(MAX_FIELDS)}), "fields of one object"),
        (lambda it: it.update(code="[" * 3 * MIB), "lists and objects"),
    ],
)
def test_more_than_a_program_records_is_refused_before_it_is_validated(
    film: bytes, change: Callable[[dict[str, Any]], object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document: dict[str, Any] = json.loads(film)
    change(document)
    monkeypatch.setattr("gradreel.film.load._validator", lambda: pytest.fail("it was validated"))
    with pytest.raises(FilmUnreadable) as refused:
        run_from_file(json.dumps(document, separators=(",", ":")).encode())
    assert said in str(refused.value)
    assert VARIABLE in str(refused.value)


def test_film_with_many_wrong_entries_is_refused_at_the_first(film: bytes) -> None:
    document = json.loads(film)
    document["tensors"] = [{"id": 1}] * 250_000
    with pytest.raises(FilmUnreadable, match=r"does not fit its schema \(tensors\.0\.\w+: .*\): it was edited or cut"):
        run_from_json(json.dumps(document).encode())
    with pytest.raises(ValidationError) as error:
        load._validator().validate_python({**document, "events": [{"kind": "op"}] * 1000, "diagnoses": [{"params": {"a": []}}] * 100})
    assert error.value.error_count() < 100


def test_film_of_all_that_is_recorded_by_default_is_within_the_bounds() -> None:
    assert bounds().bytes >= 3 * MAX_BYTES
    assert bounds().records >= 5 * MAX_EVENTS


def test_film_of_a_larger_recording_is_read_where_the_variable_allows_it(film: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    large = film + b" " * (2 * MIB)
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(FilmUnreadable, match="bytes of JSON, and there may be 1,048,576"):
        run_from_json(large)
    monkeypatch.setenv(VARIABLE, "3")
    assert run_from_json(large).code == films.EDITED
    monkeypatch.setenv(VARIABLE, "much")
    with pytest.raises(FilmUnreadable, match="GRADREEL_MAX_FILM_MIB is 'much': a whole number of MiB"):
        run_from_json(large)


def test_notebook_of_millions_of_lists_is_refused_before_it_is_parsed() -> None:
    cells = b"[" + b"[]," * (4 * MIB) + b"[]]"
    with pytest.raises(NotebookUnreadable, match="lists and objects, at most 4,194,304 are read: clear its outputs"):
        program_of(b'{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":' + cells + b"}")


def test_notebook_is_read_no_further_than_what_tells_that_it_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "film.ipynb"
    with file.open("wb") as sparse:
        sparse.truncate(50 * 1024**3)
    content = script._content(str(file))
    assert len(content) == notebook_file.MAX_BYTES + 1
    with pytest.raises(NotebookUnreadable, match="more than 67,108,864 bytes, at most 67,108,864 are read: clear its outputs"):
        program_of(content)
