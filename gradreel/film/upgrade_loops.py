"""Works out the loops and their rounds of films whose engine did not state them: once, when the film is read.

The line of a loop begins once per round, and once more when the loop is left. Line events end after a line has begun a hundred times:
from then on a round begins where an op's line comes before the line that was reached last.
"""

from __future__ import annotations

from typing import Protocol

from gradreel.trace import CallEvent, Event, LineEvent, Loop, OpEvent, Run
from gradreel.tracer.loops import MODULE, Function, Path, Paths, Rounds, paths_in

MAX_RECORDED_LINES = 100
"""So often an engine recorded that a line begins."""


def with_loops(run: Run) -> tuple[tuple[Event, ...], tuple[Loop, ...]]:
    """Return the events with their rounds, and the loops that they are in."""
    texts = [run.code if file.text is None else file.text for file in run.files]
    around = [_by_line(paths_in(text)) if text else {} for text in texts]
    if not any(around):
        return run.events, ()
    counters: dict[tuple[str | None, int], _Counter] = {}
    rounds: dict[str | None, tuple[int, ...]] = {}
    functions: dict[str, str | None] = {}
    found: set[tuple[int, int, int]] = set()
    told: list[Event] = []
    for event in run.events:
        if isinstance(event, CallEvent):
            outer = functions.get(event.parent or "")
            functions[event.call] = event.call if event.what == "function" else outer
            told.append(event.model_copy(update={"rounds": numbers}) if (numbers := rounds.get(outer, ())) else event)
        elif isinstance(event, LineEvent | OpEvent) and event.line is not None and event.file < len(around):
            call = functions.get(event.call or "")
            key = (call, event.file)
            counter = counters.get(key) or counters.setdefault(key, _Counter(around[event.file]))
            numbers = counter.reach(event.line, event.iteration if isinstance(event, OpEvent) else None)
            rounds[call] = numbers
            found.update((event.file, loop.header, loop.last) for loop in around[event.file].get(event.line, ()))
            told.append(event.model_copy(update={"rounds": numbers}) if numbers else event)
        else:
            told.append(event)
    return tuple(told), tuple(Loop(file=file, line=line, last=last) for file, line, last in sorted(found))


class _Rounds(Protocol):
    numbers: tuple[int, ...]

    def reach(self, line: int, offset: int | None) -> None: ...


class _Counter:
    """The rounds in one call of a function, from the lines and ops that were recorded of it."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._rounds: _Rounds = Rounds(paths)
        self._begun: dict[int, int] = {}
        self._last = 0

    def reach(self, line: int, iteration: int | None) -> tuple[int, ...]:
        """A line begins; or an op says that its line has begun so many times."""
        path, begun = self._paths.get(line, ()), self._begun.get(line, 0)
        last, self._last = self._last, line
        self._begun[line] = begun + 1 if iteration is None else max(begun, iteration)
        if iteration is not None and (again := self._next(path, line, line < last or iteration > begun)) is not None:
            self._rounds.reach(again, None)
        if iteration is None or line != last:
            self._rounds.reach(line, None)
        return self._rounds.numbers

    def _next(self, path: Path, line: int, is_again: bool) -> int | None:
        """Return the header of the loop that an op shows to have begun again, where its own line is not recorded any more."""
        unrecorded = (loop.header for loop in reversed(path) if self._begun.get(loop.header, 0) >= MAX_RECORDED_LINES)
        return next(unrecorded, None) if is_again and self._last == line else None


def _by_line(found: dict[Function, Paths]) -> Paths:
    """Return the loops around each line, of the innermost function that it is in."""
    lines: Paths = dict(found.get(MODULE, {}))
    for (_, first), paths in sorted((each for each in found.items() if each[0] != MODULE), key=lambda each: each[0][1]):
        lines.update((line, path) for line, path in paths.items() if line >= first)
    return lines
