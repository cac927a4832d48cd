"""Operators that write without moving a version counter: what they wrote is in the film, by their schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import gradreel
from gradreel.trace import OpEvent, Write
from gradreel.tracer.tensors.unseen import MAX_COMPARED_BYTES

Optimizer = Callable[[list[torch.Tensor]], torch.optim.Optimizer]
FUSED: dict[str, Optimizer] = {
    "_fused_sgd_": lambda weights: torch.optim.SGD(weights, lr=1.0, fused=True),
    "_fused_adam_": lambda weights: torch.optim.Adam(weights, lr=1.0, fused=True),
    "_fused_adamw_": lambda weights: torch.optim.AdamW(weights, lr=1.0, fused=True),
    "_fused_adagrad_": lambda weights: torch.optim.Adagrad(weights, lr=1.0, fused=True),
}


def writes_of(film: gradreel.recording.Film, name: str) -> list[Write]:
    return [write for event in film.run.events if isinstance(event, OpEvent) and event.name == name for write in event.writes]


def names_of(film: gradreel.recording.Film, writes: list[Write]) -> set[str]:
    known = {tensor.id: tensor.names for tensor in film.run.tensors}
    return {name for write in writes for name in known[write.tensor]}


@pytest.mark.parametrize("name", FUSED)
def test_fused_step_between_forward_and_backward_is_told_as_a_silent_overwrite(name: str) -> None:
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    opt = FUSED[name]([w])
    with gradreel.record() as film:
        loss = (w * w).sum()
        w.grad = torch.ones(2)
        opt.step()
        w.grad = None
        torch.autograd.backward(loss)
    assert w.grad is not None
    assert w.grad.tolist() != [2.0, 4.0]
    (write,) = [write for write in writes_of(film, name) if "w" in names_of(film, [write])]
    assert (write.via, write.version_before, write.version_after) == ("foreign", 0, 0)
    assert write.value is not None
    assert write.value.preview == pytest.approx(w.tolist())
    assert [(diagnosis.kind, diagnosis.severity) for diagnosis in film.diagnoses] == [("silent_overwrite", "warning")]


@pytest.mark.parametrize("name", FUSED)
def test_training_with_a_fused_optimizer_is_no_alarm(name: str) -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
    opt = FUSED[name](list(model.parameters()))
    with gradreel.record() as film:
        for _ in range(3):
            opt.zero_grad()
            torch.autograd.backward(model(torch.randn(2, 4)).sum())
            opt.step()
    assert len(writes_of(film, name)) >= 12
    assert [diagnosis.message for diagnosis in film.diagnoses if diagnosis.severity != "note"] == []


def test_arguments_that_a_fused_step_only_reads_are_not_written() -> None:
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    opt = FUSED["_fused_sgd_"]([w])
    w.grad = torch.ones(2)
    grad = w.grad
    with gradreel.record() as film:
        opt.step()
    assert grad.tolist() == [1.0, 1.0]
    assert names_of(film, writes_of(film, "_fused_sgd_")) == {"w"}


def test_unscaled_gradient_is_written() -> None:
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
    opt = torch.optim.SGD([w], lr=0.1)
    torch.autograd.backward(scaler.scale((w * w).sum()))
    with gradreel.record() as film:
        scaler.unscale_(opt)
    (write,) = writes_of(film, "_amp_foreach_non_finite_check_and_unscale_")
    assert write.value is not None
    assert write.value.preview == (2.0, 4.0)


def test_statistics_of_a_fused_observer_are_written() -> None:
    observed = torch.tensor([1.0, 3.0])
    low, high, scale, zero = torch.tensor([torch.inf]), torch.tensor([-torch.inf]), torch.ones(1), torch.zeros(1, dtype=torch.int32)
    on = torch.ones(1, dtype=torch.int64)
    with gradreel.record() as film:
        torch.fused_moving_avg_obs_fake_quant(observed, on, on, low, high, scale, zero, 0.01, 0, 255, 0)
    assert (low.item(), high.item()) == (1.0, 3.0)
    assert {"low", "high", "scale"} <= names_of(film, writes_of(film, "fused_moving_avg_obs_fake_quant"))


def test_larger_memory_is_written_with_an_unknown_value() -> None:
    w = torch.ones(MAX_COMPARED_BYTES // 4 + 1, requires_grad=True)
    opt = FUSED["_fused_sgd_"]([w])
    w.grad = torch.ones_like(w)
    with gradreel.record() as film:
        opt.step()
    (write,) = [write for write in writes_of(film, "_fused_sgd_") if "w" in names_of(film, [write])]
    assert write.value is None


def doubled(x: torch.Tensor, y: torch.Tensor) -> None:
    x.untyped_storage().copy_((x + y).untyped_storage())


def test_operator_of_a_library_that_writes_by_its_schema_is_written() -> None:
    libraries: Any = torch.library
    library = libraries.Library("gradreel_tests", "DEF")
    try:
        library.define("doubled_(Tensor(a!) x, Tensor y) -> ()")
        library.impl("doubled_", doubled, "CPU")
        x, y = torch.ones(2), torch.ones(2)
        with gradreel.record() as film:
            torch.ops.gradreel_tests.doubled_(x, y)
    finally:
        library._destroy()
    assert x.tolist() == [2.0, 2.0]
    assert names_of(film, writes_of(film, "doubled_")) == {"x"}


def test_ops_that_move_their_counters_are_written_once_and_in_place() -> None:
    x, noise = torch.ones(4), torch.ones(4)
    with gradreel.record() as film:
        torch._foreach_add_([x, noise], 1.0)
        x.clip_(0, 1)
        torch.nn.functional.dropout(x, 0.5, inplace=True)
        x.requires_grad_().detach_()
    for event in film.run.events:
        if isinstance(event, OpEvent):
            assert len({write.tensor for write in event.writes}) == len(event.writes)
            assert {write.via for write in event.writes} <= {"in_place"}
