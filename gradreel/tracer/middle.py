"""Keeps of the middle of a long film what later events may depend on: between the first part and the last steps the rest is left out.

    first part ──▶ middle ─────────────────────────▶ last steps
    complete       what still holds, or may fail      complete; when the film is full, their older half moves to the middle

Of an op stays what saved something that a node still keeps, what made such a save stale, and what last set a tensor that is still there;
of a name its last binding; of calls those that run on or that something kept happened in; of frees those whose nodes are still there.
Exceptions and warnings stay up to a number. All of it leaves again when the graphs, tensors and calls that it is about are gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

MAX_REMARKS = 64
"""Exceptions and warnings that are kept."""
IDS = re.compile(rb'"([tnsk][0-9]+)"')
_KIND_AT = len(b'{"kind":"')
Record = dict[str, Any]


@dataclass(frozen=True)
class Living:
    """Tells what the program, or autograd, still holds."""

    is_kept: Callable[[str], bool]
    """Whether a living node keeps a saved tensor, by its id."""
    has_node: Callable[[str], bool]
    tensors: Callable[[], set[str]]


class _Set(NamedTuple):
    """An event that set something: what it saved or made stale, and which tensors it changed or returned."""

    text: bytes
    saved: tuple[str, ...]
    tensors: tuple[str, ...]


class Middle:
    """What is kept of the middle of one film."""

    def __init__(self, living: Living) -> None:
        self._living = living
        self._sets: dict[int, _Set] = {}
        """Ops and accumulations, by the event's number."""
        self._last_set: dict[str, int] = {}
        """Tensor → the event that set it last."""
        self._lines: dict[int, tuple[int, bytes]] = {}
        """Event → the line that had begun then."""
        self._line: tuple[int, bytes] | None = None
        self._binds: dict[tuple[str | None, str], tuple[int, bytes]] = {}
        self._calls: dict[str, tuple[int, bytes, str | None]] = {}
        """Call → when it began, and the call that it happened in."""
        self._returns: dict[str, tuple[int, bytes]] = {}
        self._frees: dict[int, tuple[bytes, list[str]]] = {}
        self._remarks: dict[int, bytes] = {}
        self._running: list[tuple[int, bytes, int | None]] = []
        """Runs of the engine that have not ended: the event, and its line."""
        self._last_run: dict[int, bytes] = {}
        """Start and end of the one that returned last: whether a program ever went backward is part of what went wrong."""
        self._runs: dict[int, bytes] = {}
        """Starts of those that raised, and ends of those that began in the first part."""

    def take(self, number: int, text: bytes) -> None:
        """Take over one event of the last steps, the oldest of them."""
        kind = text[_KIND_AT : text.index(b'"', _KIND_AT)].decode()
        if kind == "line":
            self._line = (number, text)
        elif (take := _TAKERS.get(kind)) is not None:
            take(self, number, text, orjson.loads(text))

    def _take_set(self, number: int, text: bytes, event: Record) -> None:
        if event["kind"] == "accumulate":
            saved, tensors = event.get("stale", ()), [event["tensor"], *(alias["tensor"] for alias in event.get("aliases", ()))]
        else:
            saved = (*event.get("saves", ()), *event.get("stale", ()))
            of_writes = [write["tensor"] for write in event.get("writes", ())]
            tensors = [*event["outputs"], *of_writes, *(state["tensor"] for state in event.get("states", ()))]
        self._sets[number] = _Set(text, tuple(saved), tuple(tensors))
        self._last_set.update(dict.fromkeys(tensors, number))
        if self._line is not None:
            self._lines[number] = self._line

    def _take_bind(self, number: int, text: bytes, event: Record) -> None:
        self._binds[event.get("call"), event["name"]] = (number, text)

    def _take_call(self, number: int, text: bytes, event: Record) -> None:
        self._calls[event["call"]] = (number, text, event.get("parent"))

    def _take_return(self, number: int, text: bytes, event: Record) -> None:
        self._returns[event["call"]] = (number, text)

    def _take_free(self, number: int, text: bytes, event: Record) -> None:
        self._frees[number] = (text, event["nodes"])

    def _take_remark(self, number: int, text: bytes, event: Record) -> None:
        begun = self._running.pop() if self._ends_run(event) else None
        if len(self._remarks) < MAX_REMARKS:
            self._remarks[number] = text
            if begun is not None:
                self._runs[begun[0]] = begun[1]

    def _ends_run(self, event: Record) -> bool:
        return event["kind"] == "raise" and bool(self._running) and self._running[-1][2] == event["line"]

    def _take_start(self, number: int, text: bytes, event: Record) -> None:
        self._running.append((number, text, event["line"]))

    def _take_end(self, number: int, text: bytes, _event: Record) -> None:
        if not self._running:
            self._runs[number] = text  # it began in the first part
            return
        start, begun, _ = self._running.pop()
        self._last_run = {start: begun, number: text}

    def let_go(self, mentioned: set[str]) -> None:
        """Leave out what nothing depends on any more; ``mentioned`` are the ids in the events after it."""
        living, last = self._living.tensors(), self._last_set
        for tensor in [tensor for tensor in last if tensor not in living]:
            del last[tensor]
        is_kept = self._living.is_kept
        for number, event in list(self._sets.items()):
            if not (any(last.get(tensor) == number for tensor in event.tensors) or any(map(is_kept, event.saved))):
                del self._sets[number]
                self._lines.pop(number, None)
        for number, (_, nodes) in list(self._frees.items()):
            if not any(map(self._living.has_node, nodes)):
                del self._frees[number]
        self._let_calls_go(mentioned)

    def _let_calls_go(self, mentioned: set[str]) -> None:
        """Calls stay that run on, or that something kept happened in, with the calls around them."""
        for call, name in [key for key in self._binds if key[0] in self._returns]:
            del self._binds[call, name]
        needed = mentioned | ids_in(self._contents()) | (self._calls.keys() - self._returns.keys())
        for call in reversed(list(self._calls)):
            parent = self._calls[call][2]
            if call not in needed:
                del self._calls[call], self._returns[call]
            elif parent is not None:
                needed.add(parent)

    def _contents(self) -> Iterator[bytes]:
        """Yield the events that stay whatever becomes of the calls they happened in."""
        yield from (event.text for event in self._sets.values())
        yield from (text for _, text in (*self._lines.values(), *self._binds.values()))
        yield from (text for text, _ in self._frees.values())
        yield from (text for _, text, _ in self._running)
        for several in (self._remarks, self._last_run, self._runs):
            yield from several.values()

    def events(self) -> list[tuple[int, bytes]]:
        """Return what is kept, each with its number, in order."""
        found = {number: event.text for number, event in self._sets.items()}
        found.update(self._lines.values())
        found.update(self._binds.values())
        found.update((number, text) for number, text, _ in self._calls.values())
        found.update(self._returns.values())
        found.update((number, text) for number, (text, _) in self._frees.items())
        found.update(self._remarks)
        found.update(self._last_run)
        found.update(self._runs)
        found.update((number, text) for number, text, _ in self._running)
        return sorted(found.items())


def ids_in(texts: Iterable[bytes]) -> set[str]:
    """Return the ids of tensors, nodes, saved tensors and calls that encoded events or records mention."""
    return {found.decode() for text in texts for found in IDS.findall(text)}


Taker = Callable[[Middle, int, bytes, Record], None]
_TAKERS: dict[str, Taker] = {
    "op": Middle._take_set,
    "accumulate": Middle._take_set,
    "bind": Middle._take_bind,
    "call": Middle._take_call,
    "return": Middle._take_return,
    "free": Middle._take_free,
    "raise": Middle._take_remark,
    "warning": Middle._take_remark,
    "backward_start": Middle._take_start,
    "backward_end": Middle._take_end,
}
