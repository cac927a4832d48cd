"""A program cannot tell that it is recorded: by what its hooks see, and by when its objects end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
import torch

import gradreel
from gradreel.tracer.torch_features import has_accelerator

INTERNALS: Any = torch._C  # whose stubs do not know all of it
EDITS: dict[str, Callable[[torch.Tensor], object]] = {
    "saves its output": lambda view: torch.nn.functional.relu(view, inplace=True),
    "saves its input": lambda view: view.mul_(view.detach() + 1),
    "saves nothing": lambda view: view.add_(1),
}


class Counter:
    """A hook that counts how many of it have ended."""

    def __init__(self, ended: list[int]) -> None:
        self._ended = ended

    def __call__(self, *_grads: object) -> None:
        return None

    def __del__(self) -> None:
        self._ended.append(1)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_graph_with_an_edit_through_a_view_ends_with_its_last_name(edit: Callable[[torch.Tensor], object]) -> None:
    def build() -> None:
        copy = torch.randn(3, 3, requires_grad=True).clone()
        assert copy.grad_fn is not None
        copy.grad_fn.register_hook(Counter(ended))
        edit(copy.view(9))

    gc.disable()
    try:
        ended: list[int] = []
        build()
        assert ended == [1]
        with gradreel.record():
            build()
            assert ended == [1, 1]
    finally:
        gc.enable()


@pytest.mark.skipif(has_accelerator(), reason="an accelerator's nodes are recorded in the calling thread")
def test_hook_sees_whether_the_engine_may_use_threads_as_without_a_recording() -> None:
    w = torch.ones(2, requires_grad=True)
    seen: list[bool] = []

    def look(_grad: torch.Tensor) -> None:
        seen.append(INTERNALS._is_multithreading_enabled())

    def run() -> None:
        y: Any = w * w
        y.register_hook(look)
        y.sum().backward()

    run()
    with gradreel.record():
        run()
        with torch.autograd.set_multithreading_enabled(False):
            run()
    assert seen == [True, True, False]


def test_plan_of_the_engine_is_refused_to_a_hook_as_without_a_recording() -> None:
    w = torch.ones(2, requires_grad=True)

    def ask(_grad: torch.Tensor) -> None:
        INTERNALS._current_graph_task_execution_order()

    def run() -> None:
        y: Any = w * w
        y.register_hook(ask)
        y.sum().backward()

    with pytest.raises(RuntimeError) as plain:
        run()
    with pytest.raises(RuntimeError) as raised, gradreel.record():
        run()
    assert str(raised.value) == str(plain.value)
