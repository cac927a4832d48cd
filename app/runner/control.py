"""Control runs: the same snippet run untraced, beside the runs that people wait for.

All those of one snippet share a bound of total time, ``control_time_s``, and are charged to the client that caused them.

The plain run begins together with the traced one. It is left out when others wait for a child or the pool is still filling up after
other runs, and given up when it takes longer than ``twin_wait_s``. A run whose film stays is compared all the same, and for as long as
a run may take. What is compared is run in the slot's twin, which may be on another machine; what else a film needs, in the slot itself.

Of one snippet no more runs go on at once than while it is traced and run plainly: two.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from app.runner.slots import Slot, Spare
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import ControlAnswer
from app.sandbox.server.pool import Answer
from app.settings import Settings
from gradreel.errors import GradreelError

Charge = Callable[[str, float], None]
NOTHING = ControlAnswer(b"", b"")
MAX_SIDE_BY_SIDE = 2
"""Control runs of one snippet that go on at once, once it has been traced."""


class ControlRuns:
    """The control runs of one service."""

    def __init__(self, spare: Callable[[], Spare], settings: Settings, charge: Charge) -> None:
        """``charge`` is told which client has used how many seconds of children."""
        self._spare = spare
        self._charge = charge
        self._settings = settings
        self.running = 0
        self.expected = 0
        """Of those that were begun before they were asked for, how many have not ended."""

    def begin(self, slot: Slot, code: str, client: str, busy: bool, stays: bool) -> SnippetControl:
        """Start the plain run of ``code``, unless there is other work for its child."""
        spare = self._spare()
        compare = self.running < spare.runs and (stays or (spare.children and not busy))
        wait_s = self._settings.wall_time_s if stays else self._settings.twin_wait_s
        return SnippetControl(self, slot, code, client, Waits(wait_s, self._settings.control_time_s), compare)

    def beside(self, slot: Slot, code: str, client: str) -> SnippetControl:
        """The runs of ``code`` whose film is there already: nothing is compared."""
        return SnippetControl(self, slot, code, client, Waits(0.0, self._settings.control_time_s), compare=False)

    async def run(self, slot: Slot, code: str, client: str, mode: Mode) -> ControlAnswer | None:
        """Run the snippet in a mode; the empty answer where that gives nothing to compare with, None where it could not be run."""
        self.running += 1
        began_s = time.monotonic()
        try:
            answer: Answer = await slot.run(code, mode)
        except GradreelError:
            return None
        finally:
            self.running -= 1
            self._charge(client, time.monotonic() - began_s)
        return NOTHING if answer.result is None or answer.failure is not None else ControlAnswer(answer.result, answer.stdout)

    def note_end(self, _run: asyncio.Task[ControlAnswer]) -> None:
        """One that was expected has ended."""
        self.expected -= 1


@dataclass(frozen=True)
class Waits:
    """How long control runs of one snippet are waited for in all, in seconds."""

    comparison_s: float
    """Those that are compared with the traced run."""
    all_s: float
    """The others."""


class SnippetControl:
    """The control runs of one snippet; all end when it is closed."""

    def __init__(self, runs: ControlRuns, slot: Slot, code: str, client: str, waits: Waits, compare: bool) -> None:
        self._runs = runs
        self._slot = slot
        self._code = code
        self._client = client
        self._left_s = {True: waits.comparison_s, False: waits.all_s}
        """By whether a run is for the comparison."""
        self.lost = False
        """Whether a run that was asked for could not be made."""
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
        """Run the snippet in a mode. What is for the comparison is waited for no longer than readers would, in all; the others are too."""
        if self._closed:
            return NOTHING
        begun = self._plain if mode == "plain" else None if for_comparison else self._expected.get(mode)
        task = begun or self._start(mode, for_comparison)
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        try:
            return await _answer_of(task, self._left_s[for_comparison])
        finally:
            self._left_s[for_comparison] = max(0.0, self._left_s[for_comparison] - (loop.time() - began_s))

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
            answer = await self._runs.run(slot, self._code, self._client, mode)
        self.lost = self.lost or answer is None
        return answer or NOTHING


async def _answer_of(task: asyncio.Task[ControlAnswer], timeout_s: float | None) -> ControlAnswer:
    done, _ = await asyncio.wait({task}, timeout=timeout_s)
    with suppress(asyncio.CancelledError):
        return task.result() if done else NOTHING
    return NOTHING
