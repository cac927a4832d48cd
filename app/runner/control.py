"""Control runs: the same snippet run untraced, beside the runs that people wait for.

The plain run begins together with the traced one. It is left out when others wait for a child or the pool is still filling up after
other runs, and given up when it takes longer than ``twin_wait_s``. A run whose film stays is compared all the same, and for as long as
a run may take. What is compared is run in the slot's twin, which may be on another machine; what else a film needs, in the slot itself.

Of one snippet no more runs go on at once than while it is traced and run plainly: two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from app.runner.slots import Slot, Spare
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import ControlAnswer
from app.sandbox.server.pool import Answer
from app.settings import Settings
from gradreel.errors import GradreelError

NOTHING = ControlAnswer(b"", b"")
MAX_SIDE_BY_SIDE = 2
"""Control runs of one snippet that go on at once, once it has been traced."""


class ControlRuns:
    """The control runs of one service."""

    def __init__(self, spare: Callable[[], Spare], settings: Settings) -> None:
        self._spare = spare
        self._settings = settings
        self.running = 0
        self.expected = 0
        """Of those that were begun before they were asked for, how many have not ended."""

    def begin(self, slot: Slot, code: str, busy: bool, stays: bool) -> SnippetControl:
        """Start the plain run of ``code``, unless there is other work for its child."""
        spare = self._spare()
        compare = self.running < spare.runs and (stays or (spare.children and not busy))
        wait_s = self._settings.wall_time_s if stays else self._settings.twin_wait_s
        return SnippetControl(self, slot, code, wait_s, compare, unhurried=stays or not busy)

    async def run(self, slot: Slot, code: str, mode: Mode) -> ControlAnswer:
        """Run the snippet in a mode; the empty answer where that gives nothing to compare with."""
        self.running += 1
        try:
            answer: Answer = await slot.run(code, mode)
        except GradreelError:
            return NOTHING
        finally:
            self.running -= 1
        return NOTHING if answer.result is None or answer.failure is not None else ControlAnswer(answer.result, answer.stdout)

    def note_end(self, _run: asyncio.Task[ControlAnswer]) -> None:
        """One that was expected has ended."""
        self.expected -= 1


class SnippetControl:
    """The control runs of one snippet; all end when it is closed."""

    def __init__(self, runs: ControlRuns, slot: Slot, code: str, wait_s: float, compare: bool, unhurried: bool) -> None:
        self._runs = runs
        self._slot = slot
        self._code = code
        self._left_s = wait_s
        self.unhurried = unhurried
        """Whether nobody waited for this place when the run began, or its film stays."""
        self._closed = False
        self._tasks: set[asyncio.Task[ControlAnswer]] = set()
        self._expected: dict[Mode, asyncio.Task[ControlAnswer]] = {}
        self._places = asyncio.Semaphore(MAX_SIDE_BY_SIDE)
        self._plain = self._start("plain", for_comparison=True) if compare else None

    @property
    def compares(self) -> bool:
        """Has a plain run been started?"""
        return self._plain is not None

    @property
    def plain_answer(self) -> ControlAnswer | None:
        """What the plain run answered; None while it goes on, and where there is none."""
        if self._plain is None or not self._plain.done() or self._plain.cancelled() or self._plain.exception():
            return None
        return self._plain.result()

    async def __call__(self, mode: Mode, for_comparison: bool) -> ControlAnswer:
        """Run the snippet in a mode. What is for the comparison is waited for no longer than readers would, in all."""
        if self._closed:
            return NOTHING
        begun = self._plain if mode == "plain" else None if for_comparison else self._expected.get(mode)
        task = begun or self._start(mode, for_comparison)
        if not for_comparison:
            return await _answer_of(task, None)
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        try:
            return await _answer_of(task, self._left_s)
        finally:
            self._left_s = max(0.0, self._left_s - (loop.time() - began_s))

    def expect(self, modes: tuple[Mode, ...]) -> None:
        """Begin runs that will be asked for, in their order."""
        for mode in modes:
            if not self._closed and mode not in self._expected:
                self._expected[mode] = task = self._start(mode, for_comparison=False)
                self._runs.expected += 1
                task.add_done_callback(self._runs.note_end)

    def close(self) -> None:
        """Give up what is still running."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def _start(self, mode: Mode, for_comparison: bool) -> asyncio.Task[ControlAnswer]:
        slot = self._slot.twin if for_comparison else self._slot
        task = asyncio.ensure_future(self._in_place(slot, mode))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _in_place(self, slot: Slot, mode: Mode) -> ControlAnswer:
        async with self._places:
            return await self._runs.run(slot, self._code, mode)


async def _answer_of(task: asyncio.Task[ControlAnswer], timeout_s: float | None) -> ControlAnswer:
    done, _ = await asyncio.wait({task}, timeout=timeout_s)
    with suppress(asyncio.CancelledError):
        return task.result() if done else NOTHING
    return NOTHING
