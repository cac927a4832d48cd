"""Edits by other threads, whose ops are not recorded: what they did to tensors that they were given is in the film."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

import gradreel
from gradreel.trace import OpEvent

Edit = Callable[[torch.Tensor, ThreadPoolExecutor], None]


def submitted(y: torch.Tensor, pool: ThreadPoolExecutor) -> None:
    pool.submit(y.zero_).result()  # edit


def submitted_with_arguments(y: torch.Tensor, pool: ThreadPoolExecutor) -> None:
    pool.submit(functools.partial(torch.Tensor.mul_, other=2), y).result()  # edit


def in_a_thread(y: torch.Tensor, pool: ThreadPoolExecutor) -> None:
    def work() -> None:
        with torch.no_grad():
            y.mul_(3)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()  # edit


def run(edit: Edit, pool: ThreadPoolExecutor) -> torch.Tensor | None:
    w = torch.ones(3, requires_grad=True)
    x = w * 2
    y = x.exp()  # saved
    with torch.no_grad():
        edit(y, pool)
    torch.autograd.backward(y.sum())  # raised
    return w.grad


def line_of(mark: str, function: Callable[..., object]) -> int:
    first = function.__code__.co_firstlineno
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines[first:], first + 1) if line.endswith(f"  # {mark}"))


@pytest.mark.parametrize("edit", [submitted, submitted_with_arguments, in_a_thread])
def test_mismatch_after_an_edit_by_another_thread_names_its_three_lines(edit: Edit) -> None:
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(RuntimeError) as plain:
            run(edit, pool)
        with pytest.raises(RuntimeError) as raised, gradreel.record() as film:
            run(edit, pool)
    assert str(raised.value) == str(plain.value)
    (diagnosis,) = film.diagnoses
    assert (diagnosis.kind, diagnosis.severity, diagnosis.raised) == ("version_mismatch", "error", True)
    assert (diagnosis.saved_line, diagnosis.raise_line) == (line_of("saved", run), line_of("raised", run))
    assert diagnosis.edit_line in (line_of("edit", edit), line_of("edit", edit) - 1)  # start() may find the thread at its end


def test_write_by_another_thread_past_the_counter_is_a_silent_overwrite() -> None:
    def edit(y: torch.Tensor, pool: ThreadPoolExecutor) -> None:
        pool.submit(y.data.zero_).result()

    with ThreadPoolExecutor(1) as pool, gradreel.record() as film:
        grad = run(edit, pool)
    assert grad is not None
    assert grad.tolist() == [0.0, 0.0, 0.0]
    assert [(diagnosis.kind, diagnosis.severity) for diagnosis in film.diagnoses] == [("silent_overwrite", "warning")]


def test_thread_that_only_reads_is_no_alarm() -> None:
    def look(y: torch.Tensor, pool: ThreadPoolExecutor) -> None:
        assert pool.submit(y.sum).result() > 0

    with ThreadPoolExecutor(1) as pool, gradreel.record() as film:
        run(look, pool)
    assert [event for event in film.run.events if isinstance(event, OpEvent) and event.writes] == []
    assert film.diagnoses == ()
