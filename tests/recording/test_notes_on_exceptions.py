"""The note on an exception that autograd raised: what it says, once, and that the exception is otherwise the one of plain PyTorch."""

from __future__ import annotations

import copy
import os
import pickle
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest
import torch

import gradreel
from gradreel.locale import Lang, word
from gradreel.recording import noted
from gradreel.recording.film import Film
from gradreel.why.places import Role
from tests.recording.programs import film_in, recorded, write

HERE = os.path.relpath(__file__)


def edit_what_exp_saved() -> None:
    h = torch.ones(2, requires_grad=True).exp()
    h += 1
    h.sum().backward()  # type: ignore[no-untyped-call]


def caught(program: Callable[[], None], *, watched: bool) -> BaseException:
    """What leaves a program, from a recorded block or from a plain one."""
    with pytest.raises(Exception) as raised:  # noqa: PT012 whatever it is, it is compared with that of the other block
        if watched:
            with gradreel.record():
                program()
        else:
            program()
    return raised.value


def test_exception_of_autograd_has_the_three_lines_in_one_note() -> None:
    (note,) = caught(edit_what_exp_saved, watched=True).__notes__
    told, *lines, film = note.splitlines()
    assert told == "gradreel: The version check failed"
    assert [re.split(r"\s{2,}", line.strip()) for line in lines] == [
        ["saved", f"{HERE}:29", "h = torch.ones(2, requires_grad=True).exp()", "# ExpBackward0 saved h at version 0"],
        ["edited", f"{HERE}:30", "h += 1", "# edited in place: version 0 → 1"],
        ["raised", f"{HERE}:31", "h.sum().backward()", "# raised: needs version 0 and found 1"],
    ]
    assert film == '  film: not written to a file; film.save("why.html") writes it'


def test_note_is_in_the_language_that_was_asked_for() -> None:
    with pytest.raises(RuntimeError) as raised, gradreel.record(lang="zh"):
        edit_what_exp_saved()
    assert [line.split()[0] for line in raised.value.__notes__[0].splitlines()[1:4]] == ["保存", "修改", "报错"]
    with pytest.raises(ValueError, match="lang is 'fr': one of 'en', 'zh'"):
        gradreel.record(lang="fr")  # type: ignore[arg-type]


def test_type_text_arguments_and_traceback_are_those_of_plain_pytorch() -> None:
    plain, watched = caught(edit_what_exp_saved, watched=False), caught(edit_what_exp_saved, watched=True)
    assert (type(watched), str(watched), watched.args) == (type(plain), str(plain), plain.args)
    assert (watched.__cause__, watched.__context__) == (plain.__cause__, plain.__context__)
    frames = [[(frame.filename, frame.name) for frame in traceback.extract_tb(each.__traceback__)][1:] for each in (plain, watched)]
    assert frames[0] == frames[1]
    printed = "".join(traceback.format_exception(watched))
    assert printed.endswith("\n" + watched.__notes__[0] + "\n")
    assert "gradreel/recording" not in printed


def test_exception_with_its_note_can_be_pickled_and_copied() -> None:
    error = caught(edit_what_exp_saved, watched=True)
    assert pickle.loads(pickle.dumps(error)).__notes__ == copy.copy(error).__notes__ == error.__notes__


def test_notes_of_the_program_stay_before_it() -> None:
    def program() -> None:
        try:
            edit_what_exp_saved()
        except RuntimeError as error:
            error.add_note("epoch 3")
            raise

    first, ours = caught(program, watched=True).__notes__
    assert first == "epoch 3"
    assert ours.startswith("gradreel: ")


def test_exception_that_leaves_two_blocks_has_one_note() -> None:
    def program() -> None:
        with gradreel.record():
            edit_what_exp_saved()

    assert len(caught(program, watched=True).__notes__) == 1


def test_same_exception_raised_again_from_another_block_has_one_note() -> None:
    error = caught(edit_what_exp_saved, watched=True)

    def program() -> None:
        raise error

    assert caught(program, watched=True) is error
    assert len(error.__notes__) == 1


def test_exception_that_is_none_of_autograds_has_no_note() -> None:
    def program() -> None:
        torch.autograd.backward(torch.ones(2, requires_grad=True).exp().sum())
        raise ValueError("the learning rate is negative")

    assert not hasattr(caught(program, watched=True), "__notes__")


def test_error_that_the_program_caught_is_not_told_of_the_one_that_it_ends_with() -> None:
    def program() -> None:
        with pytest.raises(RuntimeError):
            edit_what_exp_saved()
        raise ValueError("the learning rate is negative")

    assert not hasattr(caught(program, watched=True), "__notes__")


@pytest.mark.parametrize("told", [True, False])
def test_exception_that_was_raised_from_one_of_autograd_is_explained_by_it(told: bool) -> None:
    def program() -> None:
        try:
            edit_what_exp_saved()
        except RuntimeError as error:
            raise ValueError("the step failed") from (error if told else None)

    assert hasattr(caught(program, watched=True), "__notes__") is told


def test_group_that_holds_an_exception_of_autograd_is_explained_by_it() -> None:
    def program() -> None:
        errors: list[Exception] = []
        for program in (edit_what_exp_saved, lambda: int("one")):
            try:
                program()
            except Exception as error:
                errors.append(error)
        raise ExceptionGroup("of two workers", errors)

    error = caught(program, watched=True)
    assert isinstance(error, ExceptionGroup)
    assert [line.split()[0] for line in error.__notes__[0].splitlines()] == ["gradreel:", "saved", "edited", "raised", "film:"]
    assert not any(hasattr(each, "__notes__") for each in error.exceptions)


def test_nan_that_anomaly_mode_finds_has_the_line_of_its_birth_in_the_note() -> None:
    def program() -> None:
        with torch.autograd.set_detect_anomaly(True):
            torch.autograd.backward((torch.zeros(1, requires_grad=True).sqrt() * 0).sum())

    with pytest.warns(UserWarning, match="Error detected in SqrtBackward0"):
        (note,) = caught(program, watched=True).__notes__
    assert [line.split()[0] for line in note.splitlines()][1:] == ["born", "raised", "film:"]


@pytest.mark.parametrize("lang", get_args(Lang))
def test_note_has_a_word_for_every_role_of_a_line(lang: Lang) -> None:
    words = [word(f"why-role-{role}", {}, lang) for role in get_args(Role)]
    assert len(set(words)) == len(words) == 9


def test_exception_from_a_backward_that_no_diagnosis_explains_says_where_the_film_is() -> None:
    class Odd(torch.autograd.Function):
        @staticmethod
        def forward(ctx: object, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: object, *grads: torch.Tensor) -> torch.Tensor:
            raise ZeroDivisionError("of the program's own")

    def program() -> None:
        torch.autograd.backward(Odd.apply(torch.ones(2, requires_grad=True)).sum())  # type: ignore[no-untyped-call]

    assert caught(program, watched=True).__notes__ == ['gradreel: film: not written to a file; film.save("why.html") writes it']


@dataclass(frozen=True)
class BadBatch(Exception):
    """Takes no attributes, so neither a note nor a traceback that is assigned to it."""

    batch: int


def test_frozen_exception_that_leaves_a_hook_is_the_one_of_the_program() -> None:
    def fail(_grad: torch.Tensor) -> None:
        raise BadBatch(3)

    def program() -> None:
        h = torch.ones(2, requires_grad=True).exp()
        h.register_hook(fail)  # type: ignore[no-untyped-call]
        torch.autograd.backward(h.sum())

    recorded, plain = caught(program, watched=True), caught(program, watched=False)
    assert recorded == plain == BadBatch(3)
    assert [frame.name for frame in traceback.extract_tb(recorded.__traceback__)] == [
        frame.name for frame in traceback.extract_tb(plain.__traceback__)
    ]


class Closed(RuntimeError):
    """Refuses attributes, as frozen dataclasses do."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to {name}")


def test_exception_that_takes_no_note_goes_on_without() -> None:
    def program() -> None:
        try:
            edit_what_exp_saved()
        except RuntimeError as error:
            raise Closed(str(error)) from None

    assert type(caught(program, watched=True)) is Closed


def test_note_that_cannot_be_made_loses_neither_exception_nor_film(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: object) -> str:
        raise LookupError("no catalogue")

    monkeypatch.setattr("gradreel.why.note.note_of", broken)
    with pytest.raises(RuntimeError, match="expected version 0") as raised, gradreel.record() as film:
        edit_what_exp_saved()
    assert not hasattr(raised.value, "__notes__")
    assert [each.kind for each in film.diagnoses] == ["version_mismatch"]


def test_interrupt_and_exit_are_not_looked_through() -> None:
    for error in (KeyboardInterrupt(), SystemExit(3)):
        noted.note(error, Film())
        assert not hasattr(error, "__notes__")


def test_file_of_the_film_takes_the_place_of_the_sentence_that_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError) as raised, gradreel.record() as film:
        edit_what_exp_saved()
    noted.note(raised.value, film, film.save(tmp_path / "why.json"))
    (note,) = raised.value.__notes__
    assert note.splitlines()[-1] == f"  film: {tmp_path}/why.json"


def test_on_error_names_the_file_on_the_exception(tmp_path: Path) -> None:
    with gradreel.on_error(tmp_path / "error.json"), pytest.raises(RuntimeError) as raised:
        edit_what_exp_saved()
    (note,) = raised.value.__notes__
    assert [line.split()[0] for line in note.splitlines()] == ["gradreel:", "saved", "edited", "raised", "film:"]
    assert note.endswith(f"film: {tmp_path}/error.json")


HOSTILE = """
import torch

def run(x):
    h = x.exp(); note = "\x1b[2J\x1b]0;owned\x07 \u202e"  # \x9b31m
    h.mul_(2)
    h.sum().backward()

run(torch.ones(2, requires_grad=True))
"""


def test_run_puts_the_note_below_the_traceback_and_escape_sequences_in_code_are_shown(tmp_path: Path) -> None:
    write(tmp_path, {"hostile.py": HOSTILE})
    ended = recorded(tmp_path, "hostile.py")
    assert film_in(tmp_path).diagnoses
    lines = ended.note.splitlines()
    assert lines[-1] == "  film: film.json"
    assert [line.split()[:2] for line in lines[1:-1]] == [["saved", "hostile.py:5"], ["edited", "hostile.py:6"], ["raised", "hostile.py:7"]]
    assert "␛[2J␛]0;owned␇ \\u202e" in lines[1]
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", ended.note)


FROZEN = """
from dataclasses import dataclass
import torch

@dataclass(frozen=True)
class BadBatch(Exception):
    batch: int

torch.ones(2, requires_grad=True).sum().backward()
raise BadBatch(3)
"""


def test_run_ends_with_a_frozen_exception_as_python_does(tmp_path: Path) -> None:
    write(tmp_path, {"frozen.py": FROZEN})
    ended = recorded(tmp_path, "frozen.py")
    assert ended.status == 1
    assert ended.stderr.splitlines()[-1] == "BadBatch: 3"
