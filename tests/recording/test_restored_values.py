"""Writes around the version counter after which backward reads what was saved: they have overwritten nothing that matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import gradreel
from gradreel.trace import OpEvent

Between = Callable[[torch.Tensor], Any]


def freed_and_filled(w: torch.Tensor, numbers: torch.Tensor) -> None:
    """Do what FSDP does: give the memory of a weight up after forward, and gather it again before backward."""
    storage = w.untyped_storage()
    size = storage.nbytes()
    storage.resize_(0)
    torch.ones(2)
    storage.resize_(size)
    torch.ones(2)
    with torch.no_grad(), torch.autograd.grad_mode._unsafe_preserve_version_counter(w):
        w.copy_(numbers)


def filled_by_an_alias(w: torch.Tensor, numbers: torch.Tensor) -> None:
    storage = w.untyped_storage()
    size = storage.nbytes()
    storage.resize_(0)
    torch.ones(2)
    storage.resize_(size)
    w.data.copy_(numbers)


def there_and_back(w: torch.Tensor, by: float) -> None:
    w.data.mul_(2)
    w.data.mul_(by)


def noted(between: Between, size: int = 6, values: bool = True) -> tuple[list[tuple[str, str]], gradreel.recording.Film, bool]:
    """Record a product whose weight is written between forward and backward; say also whether the gradient is right."""
    x, w = torch.ones(2, size, requires_grad=True), torch.arange(1.0, size * 2 + 1).view(2, size).requires_grad_()
    before = w.detach().clone()
    with gradreel.record(values="all" if values else "none") as film:
        loss = torch.nn.functional.linear(x, w).sum()
        between(w)
        torch.autograd.backward(loss)
    assert x.grad is not None
    right = torch.equal(x.grad, before.sum(0).expand(2, size))
    return [(each.kind, each.severity) for each in film.run.diagnoses], film, right


SAME: dict[str, Between] = {
    "freed and gathered again": lambda w: freed_and_filled(w, torch.arange(1.0, w.numel() + 1).view_as(w)),
    "freed and filled through data": lambda w: filled_by_an_alias(w, torch.arange(1.0, w.numel() + 1).view_as(w)),
    "doubled and halved": lambda w: there_and_back(w, 0.5),
    "written with what it holds": lambda w: w.data.copy_(w.data.clone()),
    "written by numpy and taken back": lambda w: (w.detach().numpy().__imul__(2), torch.ones(1), w.detach().numpy().__imul__(0.5)),
}
OTHER: dict[str, Between] = {
    "freed and gathered with others": lambda w: freed_and_filled(w, torch.zeros_like(w)),
    "freed and filled with others through data": lambda w: filled_by_an_alias(w, torch.zeros_like(w)),
    "doubled and divided by four": lambda w: there_and_back(w, 0.25),
    "one element": lambda w: w.data[1].mul_(3),
}


@pytest.mark.parametrize("size", [6, 100])
@pytest.mark.parametrize("case", SAME)
def test_weight_that_holds_the_same_again_is_not_told(case: str, size: int) -> None:
    told, _, right = noted(SAME[case], size)
    assert right
    assert told == []


@pytest.mark.parametrize("size", [6, 100])
@pytest.mark.parametrize("case", OTHER)
def test_weight_that_holds_other_numbers_is_told(case: str, size: int) -> None:
    told, _, right = noted(OTHER[case], size)
    assert not right
    assert told == [("silent_overwrite", "warning")]


def test_storage_that_was_emptied_is_a_note_where_values_are_not_recorded() -> None:
    told, _, _ = noted(SAME["freed and gathered again"], values=False)
    assert told == [("silent_overwrite", "note")]
    told, _, _ = noted(OTHER["doubled and divided by four"], values=False)
    assert told == [("silent_overwrite", "warning")]


def test_memory_that_was_given_up_is_not_read() -> None:
    def freed_for_long(w: torch.Tensor) -> None:
        storage, kept = w.untyped_storage(), w.detach().clone()
        size = storage.nbytes()
        storage.resize_(0)
        others = [torch.full_like(kept, 7.0) for _ in range(8)]
        storage.resize_(size)
        w.data.copy_(kept)
        del others

    told, film, right = noted(freed_for_long, 4096)
    assert right
    assert told == []
    ops = [event for event in film.run.events if isinstance(event, OpEvent)]
    assert not [event for event in ops if event.name == "untyped_storage" and event.writes]
    (renewed,) = [event for event in ops if event.name == "untyped_storage.resize_"]
    assert [write.value for write in renewed.writes] == [None]


def test_storage_that_grows_has_not_been_written() -> None:
    told, film, right = noted(lambda w: (w.untyped_storage().resize_(w.untyped_storage().nbytes() * 2), torch.ones(1)))
    assert right
    assert told == []
    assert not [event for event in film.run.events if isinstance(event, OpEvent) and event.writes]
