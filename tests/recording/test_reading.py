"""Reading a film ends, whatever was recorded."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import torch
from torch.autograd import forward_ad

import gradreel
from gradreel.diagnose import diagnose
from gradreel.recording.bounded import Bounded
from gradreel.trace import OpEvent, Recording

pytestmark = pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")  # of PyTorch itself, which loads formulas for it


class Same(torch.autograd.Function):
    """Hands back a view of what it is given, forward and in forward mode."""

    @staticmethod
    def forward(_ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x.view_as(x)

    @staticmethod
    def backward(_ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        return grad

    @staticmethod
    def jvp(_ctx: Any, tangent: torch.Tensor) -> torch.Tensor:
        return tangent.view_as(tangent)


def recorded() -> gradreel.recording.Film:
    x, tangent = torch.rand(2), torch.rand(2)
    forward_mode: Any = forward_ad
    same: Any = Same
    with gradreel.record() as film, forward_mode.dual_level():
        dual = forward_mode.make_dual(x, tangent)
        out = same.apply(dual)
        again, _ = forward_mode.unpack_dual(out)
        first, given = forward_mode.unpack_dual(dual)
        assert given is tangent
        given.copy_(given.detach())
        first.copy_(again)
    return film


def test_film_of_a_forward_mode_program_can_be_read() -> None:
    assert recorded().run.outcome.status == "completed"


def test_tensor_that_an_op_hands_back_is_no_view_of_a_newer_one() -> None:
    ops = [event for event in recorded().run.events if isinstance(event, OpEvent)]
    pairs = [pair for op in ops for pair in (*op.effects.views, *op.effects.same_elements)]
    assert pairs
    assert [(one, other) for one, other in pairs if int(one[1:]) >= int(other[1:])] == []


def test_film_in_which_tensors_show_each_other_in_a_circle_can_be_diagnosed() -> None:
    run = recorded().run
    events = []
    for event in run.events:
        if isinstance(event, OpEvent) and event.effects.same_elements:
            there, back = event.effects.same_elements[0], event.effects.same_elements[0][::-1]
            event = event.model_copy(update={"effects": event.effects.model_copy(update={"same_elements": (there, back)})})
        events.append(event)
    circular = Recording.model_validate(
        {**{name: getattr(run, name) for name in Recording.model_fields if hasattr(run, name)}, "events": events, "torch": "", "python": ""}
    )
    assert diagnose(run.code, circular, Bounded(60)).failures == ()


def endless() -> None:
    while True:
        pass


def test_work_that_does_not_end_is_given_up_and_leaves_no_thread() -> None:
    before = threading.active_count()
    bounded = Bounded(0.2)
    with pytest.raises(TimeoutError):
        bounded(endless)
    assert threading.active_count() == before


def test_work_that_ends_returns_its_result_or_raises_its_error() -> None:
    def failing() -> None:
        raise LookupError("no such thing")

    bounded = Bounded(60)
    assert bounded(lambda: 3) == 3
    with pytest.raises(LookupError, match="no such thing"):
        bounded(failing)
