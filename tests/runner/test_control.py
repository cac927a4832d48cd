"""Control runs of one snippet: begun before they are asked for, two at a time, each once, and given up with the film."""

from __future__ import annotations

import asyncio

import pytest

from app.runner.control import ControlRuns, SnippetControl
from app.runner.slots import Spare
from app.sandbox.protocol.messages import ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import ControlAnswer
from app.sandbox.server.pool import Answer
from app.settings import Settings

MODES: tuple[Mode, ...] = ("fixed", "unchecked", "copied", "allowed")


class SlowSlot:
    """A slot whose runs last until they are let go."""

    place = ""
    info: ZygoteReady | None = None

    def __init__(self) -> None:
        self.begun: list[Mode] = []
        self.let_go = {mode: asyncio.Event() for mode in (*MODES, "plain")}
        self.given_up: list[Mode] = []

    @property
    def twin(self) -> SlowSlot:
        return self

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        self.begun.append(mode)
        try:
            await self.let_go[mode].wait()
        except asyncio.CancelledError:
            self.given_up.append(mode)
            raise
        return Answer(f"{mode} {code}".encode(), b"", b"", None, 1.0)


def controls(compare: bool) -> tuple[SlowSlot, ControlRuns, SnippetControl]:
    """The control runs of one snippet, and what they run in."""
    slot = SlowSlot()
    runs = ControlRuns(lambda: Spare(children=compare, runs=1), Settings(), lambda _client, _seconds: None)
    return slot, runs, runs.begin(slot, "code", "client", busy=False, stays=False)


async def settle() -> None:
    """Let every task come as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("compare", [False, True])
async def test_expected_runs_go_two_at_a_time_the_plain_one_included(compare: bool) -> None:
    slot, runs, control = controls(compare)
    control.expect(MODES)
    await settle()
    order = (*(("plain",) if compare else ()), *MODES)
    for ended, mode in enumerate(order):
        assert slot.begun == list(order[: ended + 2])
        assert runs.running == min(2, len(order) - ended)
        slot.let_go[mode].set()
        await settle()
    assert (runs.running, runs.expected) == (0, 0)


async def test_expected_run_that_is_asked_for_is_not_made_again() -> None:
    slot, _, control = controls(compare=False)
    control.expect(MODES)
    control.expect(MODES)
    for mode in MODES:
        slot.let_go[mode].set()
    assert [await control(mode, for_comparison=False) for mode in reversed(MODES)] == [
        ControlAnswer(f"{mode} code".encode(), b"") for mode in reversed(MODES)
    ]
    assert slot.begun == list(MODES)


async def test_expected_runs_that_nobody_asks_for_are_given_up_with_the_film() -> None:
    slot, runs, control = controls(compare=False)
    control.expect(MODES)
    await settle()
    control.close()
    control.expect(MODES)
    await settle()
    assert slot.begun == sorted(slot.given_up) == ["fixed", "unchecked"]
    assert (runs.running, runs.expected) == (0, 0)
    assert await control("copied", for_comparison=False) == ControlAnswer(b"", b"")


async def test_runs_that_take_too_long_together_are_waited_for_no_longer() -> None:
    slot = SlowSlot()
    runs = ControlRuns(lambda: Spare(children=False, runs=1), Settings(control_time_s=0.01), lambda _client, _seconds: None)
    control = runs.beside(slot, "code", "client")
    assert await control("fixed", for_comparison=False) == ControlAnswer(b"", b"")
    assert control._left_s[False] == 0, "the bound is one for all"
    assert await control("copied", for_comparison=False) == ControlAnswer(b"", b"")
    control.close()
