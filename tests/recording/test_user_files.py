"""What libraries make while a program runs is no file of the program; and options of a film that are not possible are refused."""

from __future__ import annotations

import linecache
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import gradreel
from gradreel.recording.user_files import UserFiles

CODE = "def doubled(x):\n    return x * 2\n"


@pytest.fixture
def made() -> Iterator[Path]:
    """A module in a temporary folder of its own, as ``torch.distributed.nn`` and others write it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "_remote_module_non_scriptable.py")
        path.write_text(CODE)
        yield path


def test_module_that_a_library_wrote_into_a_temporary_folder_has_no_tab_and_no_text_in_the_film(made: Path) -> None:
    space: dict[str, Any] = {}
    exec(compile(CODE, str(made), "exec"), space)  # noqa: S102 the code above
    with gradreel.record() as film:
        space["doubled"](torch.ones(2, requires_grad=True)).sum().backward()
    assert [Path(name).name for name in film.sources] == [Path(__file__).name]
    assert made.name not in {Path(file.path).name for file in film.run.files}


def test_module_that_lies_beside_the_program_in_such_a_folder_is_the_programs(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not UserFiles()(str(made))
    assert UserFiles(include=["*/_remote_*.py"])(str(made))
    monkeypatch.chdir(made.parent)
    assert UserFiles()(str(made))


def test_program_that_lies_in_such_a_folder_is_the_users(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(made.parent / "main.py"), raising=False)
    assert UserFiles()(str(made))


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "HF_HOME", "TORCH_HOME", "TRITON_CACHE_DIR"])
def test_code_that_a_library_fetched_into_its_cache_is_no_file_of_the_program(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "modules" / "modeling.py"
    path.parent.mkdir()
    path.write_text(CODE)
    assert UserFiles()(str(path))
    monkeypatch.setenv(variable, str(tmp_path))
    assert not UserFiles()(str(path))
    monkeypatch.chdir(tmp_path)
    assert UserFiles()(str(path))


@pytest.mark.parametrize("name", ["<decorator-gen-3>", "<@beartype(a.f) at 0x7f>", "<lambdifygenerated-1>", "<attrs generated init a.B>"])
def test_code_that_a_library_made_under_a_name_is_not_the_programs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(linecache.cache, name, (len(CODE), None, CODE.splitlines(keepends=True), name))
    assert not UserFiles()(name)


@pytest.mark.parametrize("name", ["<ipython-input-3-0f>", "<doctest a[0]>", "<train.py>"])
def test_code_that_a_user_typed_is_the_programs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(linecache.cache, name, (len(CODE), None, CODE.splitlines(keepends=True), name))
    assert UserFiles()(name)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ({"lang": "fr"}, "lang is 'fr': one of 'en', 'zh'"),
        ({"lang": None}, "lang is None: one of"),
        ({"theme": "x"}, "theme is 'x': one of 'auto', 'light', 'dark'"),
        ({"step": 999}, "step is 999: steps count from 1, and this film has at most"),
        ({"step": 0}, "step is 0: steps count from 1"),
        ({"step": "3"}, "step is '3'"),
        ({"step": True}, "step is True"),
    ],
)
@pytest.mark.parametrize("ending", ["html", "json", "md"])
def test_option_that_is_not_possible_is_refused_and_nothing_is_written(
    option: dict[str, Any], said: str, ending: str, tmp_path: Path
) -> None:
    with gradreel.record() as film:
        torch.autograd.backward(torch.ones(2, requires_grad=True).sum())
    with pytest.raises(ValueError, match=said):
        film.save(tmp_path / f"a.{ending}", **option)
    assert os.listdir(tmp_path) == []
    film.save(tmp_path / "a.json", step=1, lang="zh", theme="dark")


def test_step_beyond_the_passes_is_refused_though_the_film_has_more_events(tmp_path: Path) -> None:
    with gradreel.record() as film:
        w = torch.ones(2, requires_grad=True)
        for _ in range(3):
            torch.autograd.backward((w * 2).sum())
    events = film.run.events
    lines = sum(event.kind in ("line", "bind") for event in events)
    assert lines > 3
    with pytest.raises(ValueError, match=r"this film has at most \d+"):
        film.save(tmp_path / "a.html", step=len(events) - lines + 1)
    assert os.listdir(tmp_path) == []


def test_film_in_which_nothing_is_drawn_has_a_step_for_each_event(tmp_path: Path) -> None:
    with gradreel.record() as film:
        a = 1
        a = a + 1
    film.save(tmp_path / "a.json", step=len(film.run.events))
