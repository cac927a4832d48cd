"""A block around code of this very file: what its film says, and that the program runs as without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import gradreel
import gradreel.recording
from gradreel.errors import FilmNotReady, FilmNotWritten
from gradreel.trace import BindEvent, LineEvent, OpEvent


def fail(block: gradreel.recording.Block) -> gradreel.Film:
    w = torch.ones(3, requires_grad=True)
    with block as film:
        h = (w * torch.ones(3)).sigmoid()
        h.mul_(2)
        torch.autograd.backward(h.sum())
    return film


def test_block_that_raises_passes_the_exception_on_and_its_film_is_complete() -> None:
    block = gradreel.record()
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        fail(block)
    film = block.film
    (diagnosis,) = film.diagnoses
    lines = Path(__file__).read_text().splitlines()
    told = [diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line]
    assert [lines[line - 1].strip() for line in told if line] == [
        "h = (w * torch.ones(3)).sigmoid()",
        "h.mul_(2)",
        "torch.autograd.backward(h.sum())",
    ]
    assert film.run.files[diagnosis.file].path.endswith("tests/recording/test_block.py")
    assert film.run.outcome.failure is not None
    assert film.run.outcome.failure.line == diagnosis.raise_line


def test_names_bound_before_the_block_are_known() -> None:
    model = torch.nn.Linear(2, 1)
    x = torch.ones(1, 2)
    with gradreel.record() as film:
        y = model(x)
    assert y is not None
    names = {name for tensor in film.run.tensors for name in tensor.names}
    assert {"model.weight", "model.bias", "x", "y"} <= names


WEIGHT = torch.ones(3, requires_grad=True)


def use() -> torch.Tensor:
    return WEIGHT * 2


def test_name_of_a_module_that_a_function_uses_is_known_though_it_was_bound_before() -> None:
    with gradreel.record() as film:
        use()
    (bind,) = (event for event in film.run.events if isinstance(event, BindEvent) and event.name == "WEIGHT")
    assert bind.call is None
    assert film.run.code.splitlines()[(bind.line or 1) - 1].startswith("def use")


def test_block_ends_with_its_last_line_and_not_with_the_with_statement() -> None:
    with gradreel.record() as film:
        x = torch.ones(1)
        x.add_(1)
    lines = [event.line for event in film.run.events if isinstance(event, LineEvent)]
    last = film.run.code.splitlines()[(lines[-1] or 1) - 1]
    assert last.strip() == "x.add_(1)"


def test_name_bound_by_the_last_line_is_recorded() -> None:
    with gradreel.record() as film:
        x = torch.ones(1)
    assert x is not None
    assert [event.name for event in film.run.events if isinstance(event, BindEvent)][-1] == "x"


def test_film_that_is_read_inside_its_block_says_that_it_is_not_ready() -> None:
    with gradreel.record() as film:
        with pytest.raises(FilmNotReady, match="has not ended"):
            _ = film.run
        assert "still recording" in repr(film)
    assert film.run.outcome.status == "completed"


def test_block_without_torch_records_nothing_but_its_lines() -> None:
    with gradreel.record() as film:
        n = sum(range(3))
    assert n == 3
    assert not [event for event in film.run.events if isinstance(event, OpEvent)]


@pytest.mark.parametrize("suffix", [".html", ".svg", ".png", ".json"])
def test_film_is_written_in_the_form_that_the_name_asks_for(tmp_path: Path, suffix: str) -> None:
    with gradreel.record() as film:
        torch.autograd.backward(torch.ones(2, requires_grad=True).sum())
    path = film.save(tmp_path / f"why{suffix}")
    start = path.read_bytes()[:15]
    assert start.startswith({".html": b"<!doctype html>", ".svg": b"<svg", ".png": b"\x89PNG", ".json": b"{"}[suffix]), start
    if suffix == ".json":
        assert json.loads(path.read_text())["id"] == film.run.id


def test_film_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    with gradreel.record() as film:
        torch.ones(2)
    with pytest.raises(FilmNotWritten, match=r"\.bmp is none of them"):
        film.save(tmp_path / "why.bmp")
    with pytest.raises(FilmNotWritten, match="cannot be written here"):
        film.save(tmp_path / "no such folder" / "why.json")


FULL = """
import resource, signal, sys, torch, gradreel
from gradreel.errors import FilmNotWritten
with gradreel.record() as film:
    torch.ones(2)
film.save("first.html")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    film.save("why.html")
except FilmNotWritten as error:
    print(error)
"""


def test_film_that_the_disk_has_no_room_for_leaves_no_half_of_it(tmp_path: Path) -> None:
    # A limit on the size of files refuses the rest of a write as a full disk does.
    command = [sys.executable, "-B", "-c", FULL]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": os.getcwd()})
    assert ended.stdout.startswith("why.html: the film cannot be written here (")
    assert [path.name for path in tmp_path.iterdir()] == ["first.html"]


@pytest.mark.parametrize("option", [{"include": "*.py"}, {"max_events": 0}, {"max_bytes": 10}])
def test_option_that_is_not_possible_is_refused_with_what_is(option: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(option))):
        gradreel.record(**option)  # type: ignore[arg-type]


def test_frames_get_back_the_trace_function_that_they_had() -> None:
    frame = sys._getframe()
    with gradreel.record():
        torch.ones(1)
        assert (frame.f_trace is not None) is (sys.version_info < (3, 12))
    assert frame.f_trace is None
