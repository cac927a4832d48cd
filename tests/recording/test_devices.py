"""Tensors on other devices: nothing is read from them, so nothing waits for the device. See test_cuda.py for a real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

import gradreel
from gradreel.trace import OpEvent, Run, Value

READS = ("_local_scalar_dense", "item", "_to_copy", "equal", "nonzero", "is_nonzero", "numpy")
"""Ops that copy from a device or wait for it."""


class NoReads(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Refuses what would wait for a device, as a CUDA stream under ``set_sync_debug_mode("error")`` does."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func._schema.name.removeprefix("aten::").split(".")[0] in READS:
            raise AssertionError(f"{func} waits for the device")
        return func(*args, **(kwargs or {}))


def model_on(device: str) -> torch.nn.Module:
    with torch.device(device):
        return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.LayerNorm(16), torch.nn.Linear(16, 1))


def train(model: torch.nn.Module, device: str) -> torch.nn.Module:
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        h = model(torch.randn(4, 8, device=device)).sigmoid() + 0
        h.unsqueeze(0)[0, 0] = 1
        torch.autograd.backward(h.sum())
        opt.step()
    return model


def values(run: Run) -> list[Value | None]:
    writes = [write.value for event in run.events if isinstance(event, OpEvent) for write in event.writes]
    return [value for value in (*(tensor.value for tensor in run.tensors), *writes, *(each.value for each in run.gradients)) if value]


def recorded(run: Callable[[], object]) -> Run:
    with gradreel.record() as film:
        run()
    assert film.run.truncated is None
    return film.run


def test_meta_tensors_are_recorded_without_values() -> None:
    run = recorded(lambda: train(model_on("meta"), "meta"))
    names = [event.name for event in run.events if isinstance(event, OpEvent)]
    assert names.count("linear") == 4
    assert names.count("sigmoid") == 2
    assert {tensor.device for tensor in run.tensors} == {"meta"}
    assert values(run) == []


def test_device_is_never_waited_for() -> None:
    def run() -> None:
        with FakeTensorMode():
            model = model_on("meta")
            with NoReads():  # type: ignore[no-untyped-call]
                train(model, "meta")

    made = recorded(run)
    assert sum(event.kind == "backward_end" for event in made.events) == 2
    assert values(made) == []


@pytest.mark.parametrize("option", ["all", "near", "none"])
def test_values_option_says_which_values_are_kept(option: Any) -> None:
    w = torch.ones(3, requires_grad=True)
    with gradreel.record(values=option) as film:
        h = (w * 2).sigmoid()
        other = w * 5
        h.mul_(3)
        with pytest.raises(RuntimeError):
            torch.autograd.backward(h.sum() + other.sum())
    (diagnosis,) = film.diagnoses
    valued = {tensor.id for tensor in film.run.tensors if tensor.value is not None}
    if option == "none":
        assert not values(film.run)
    elif option == "near":
        assert valued == {diagnosis.tensor}
    else:
        assert len(valued) == len(film.run.tensors)
