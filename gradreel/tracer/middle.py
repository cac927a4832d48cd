"""Keeps of the middle of a long film what later events may depend on: between the first part and the last steps the rest is left out.

    first part ──▶ middle ─────────────────────────▶ last steps
    complete       what still holds, or may fail      complete; when the film is full, their older half moves to the middle

Of an op stays what saved something that a node still keeps, what made such a save stale, and what last set a tensor that is still there;
of what made NaN or infinities of finite numbers, in forward and in backward, the first and the last of each line;
of a name its last binding; of calls those that run on or that something kept happened in; of frees those whose nodes are still there.
Exceptions and warnings stay up to a number. All of it leaves again when the graphs, tensors and calls that it is about are gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from gradreel.tracer.families import MEANT
from gradreel.tracer.journal import Facts

MAX_BORN_LINES = 16
"""Lines that made NaN or infinities of finite numbers, of which the first and the last time are kept, in forward and in backward: what
they spoil may be noticed a thousand rounds later. What makes them harmlessly, as a mask, does so again and again; what spoils the
parameters does it last, since from then on nothing is made of finite numbers."""
MAX_REMARKS = 64
"""Exceptions and warnings that are kept."""
PART = 128
"""Events that are looked through together for the ids that they mention."""
IDS = re.compile(rb'"([tnsk][0-9]+)"')
Record = dict[str, Any]
Births = tuple[str, int | None, int | None]
"""Those of the ops, or of the nodes, of a line: its number, and its file where there are several."""


@dataclass(frozen=True)
class Living:
    """Tells what the program, or autograd, still holds."""

    is_kept: Callable[[str], bool]
    """Whether a living node keeps a saved tensor, by its id."""
    has_node: Callable[[str], bool]
    has_tensor: Callable[[str], bool]


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
        self._born: dict[Births, tuple[int, int]] = {}
        """The first and the last event at which numbers stopped being finite."""
        self._born_nodes: dict[int, tuple[str, int | None]] = {}
        """Of those that are nodes: which, and the op that made it."""
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

    def take(self, number: int, text: bytes, facts: Facts) -> None:
        """Take over one event of the last steps, the oldest of them."""
        _TAKERS[facts[0]](self, number, text, facts)

    def _take_line(self, number: int, text: bytes, _facts: Facts) -> None:
        self._line = (number, text)

    def _take_set(self, number: int, text: bytes, facts: Facts) -> None:
        _, saved, tensors = facts
        self._sets[number] = _Set(text, saved, tensors)
        for tensor in tensors:
            self._last_set[tensor] = number
        if self._line is not None:
            self._lines[number] = self._line

    def _take_born(self, number: int, text: bytes, facts: Facts) -> None:
        kind, saved, tensors, line = facts
        self._take_set(number, text, (kind, saved, tensors))
        self._keep_born(("op", *line), number)

    def _take_node(self, number: int, text: bytes, facts: Facts) -> None:
        """A node that made NaN or infinities. Its line is that of the op whose node it is, which is still kept: the graph has just run."""
        _, node = facts
        quoted = b'"%s"' % node.encode()
        made = next((each for each in reversed(self._sets) if quoted in self._sets[each].text), None)
        op = orjson.loads(self._sets[made].text.rstrip(b",")) if made is not None else {}
        if node not in op.get("nodes", ()):
            made, op = None, {}
        self._take_set(number, text, ("node", (), ()))
        self._born_nodes[number] = (node, made)
        self._keep_born(("node", op.get("line"), op.get("file")), number)

    def _keep_born(self, key: Births, number: int) -> None:
        """Keep the first and the last of each line."""
        if key in self._born or len(self._born) < MAX_BORN_LINES:
            first, _ = self._born.get(key, (number, number))
            self._born[key] = (first, number)

    def _of_births(self) -> set[int]:
        """The events of the births that are kept, with the ops whose nodes made some of them; the other nodes are left out."""
        numbers = {number for both in self._born.values() for number in both}
        for number in self._born_nodes.keys() - numbers:
            del self._born_nodes[number]
        return numbers | {made for _, made in self._born_nodes.values() if made is not None}

    def _take_bind(self, number: int, text: bytes, facts: Facts) -> None:
        _, call, name = facts
        self._binds[call, name] = (number, text)

    def _take_call(self, number: int, text: bytes, facts: Facts) -> None:
        _, call, parent = facts
        self._calls[call] = (number, text, parent)

    def _take_return(self, number: int, text: bytes, facts: Facts) -> None:
        self._returns[facts[1]] = (number, text)

    def _take_free(self, number: int, text: bytes, facts: Facts) -> None:
        self._frees[number] = (text, facts[1])

    def _take_remark(self, number: int, text: bytes, facts: Facts) -> None:
        kind, line = facts
        ends_run = kind == "raise" and bool(self._running) and self._running[-1][2] == line
        begun = self._running.pop() if ends_run else None
        if len(self._remarks) < MAX_REMARKS:
            self._remarks[number] = text
            if begun is not None:
                self._runs[begun[0]] = begun[1]

    def _take_start(self, number: int, text: bytes, facts: Facts) -> None:
        self._running.append((number, text, facts[1]))

    def _take_end(self, number: int, text: bytes, _facts: Facts) -> None:
        if not self._running:
            self._runs[number] = text  # it began in the first part
            return
        start, begun, _ = self._running.pop()
        self._last_run = {start: begun, number: text}

    def let_go(self, mentioned: set[str]) -> None:
        """Leave out what nothing depends on any more; ``mentioned`` are the ids in the events after it."""
        is_living, last = self._living.has_tensor, self._last_set
        for tensor in [tensor for tensor in last if not is_living(tensor)]:
            del last[tensor]
        is_kept = self._living.is_kept
        births = self._of_births()
        for number, event in list(self._sets.items()):
            if number in births:
                continue
            for tensor in event.tensors:
                if tensor in last and last[tensor] == number:
                    break
            else:
                if not any(map(is_kept, event.saved)):
                    del self._sets[number]
                    self._lines.pop(number, None)
        spoiled = {node for node, _ in self._born_nodes.values()}
        for number, (_, nodes) in list(self._frees.items()):
            if not any(map(self._living.has_node, nodes)) and spoiled.isdisjoint(nodes):
                del self._frees[number]
        self._let_calls_go(mentioned)

    def _let_calls_go(self, mentioned: set[str]) -> None:
        """Calls stay that run on, or that something kept happened in, with the calls around them."""
        for call, name in [key for key in self._binds if key[0] in self._returns]:
            del self._binds[call, name]
        if not self._calls:
            return
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
    return set(map(bytes.decode, set(IDS.findall(b",".join(texts)))))


class Mentioned:
    """Which ids the last steps mention: most events are looked through once."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, set[str]]] = []
        """The number of the first event of each part, and what it mentions."""
        self._end = 0

    def by(self, number: int, texts: list[bytes]) -> set[str]:
        """Return the ids in events of which the first has this number; in the next call it is the same or greater."""
        end = number + len(texts)
        known = [part for part in self._parts if part[0] >= number]
        first, last = (known[0][0], self._end) if known else (end, end)
        self._parts = [*_parts(number, texts[: first - number]), *known, *_parts(last, texts[last - number :])]
        self._end = end
        return set().union(*(ids for _, ids in self._parts))


def _parts(number: int, texts: list[bytes]) -> list[tuple[int, set[str]]]:
    return [(number + at, ids_in(texts[at : at + PART])) for at in range(0, len(texts), PART)]


def facts_of(event: Record) -> Facts | None:
    """Return what ``Middle`` has to know of an event; None for an event that it never keeps."""
    kind = event["kind"]
    if kind == "op":
        tensors = event["outputs"]
        if writes := event.get("writes"):
            tensors = [*tensors, *(write["tensor"] for write in writes)]
        if states := event.get("states"):
            tensors = [*tensors, *(state["tensor"] for state in states)]
        origin = event.get("origin")
        born = origin is not None and origin["family"] != MEANT
        saved = (*event.get("saves", ()), *event.get("stale", ()))
        return ("born", saved, tuple(tensors), (event["line"], event.get("file"))) if born else ("op", saved, tuple(tensors))
    if kind == "accumulate":
        return ("accumulate", tuple(event.get("stale", ())), (event["tensor"], *(alias["tensor"] for alias in event.get("aliases", ()))))
    if kind == "node" and "origin" not in event:
        return None
    names = _FACTS.get(kind)
    return (kind, *map(event.get, names)) if names is not None else None


_FACTS: dict[str, tuple[str, ...]] = {
    "line": (),
    "bind": ("call", "name"),
    "call": ("call", "parent"),
    "return": ("call",),
    "free": ("nodes",),
    "raise": ("line",),
    "warning": ("line",),
    "backward_start": ("line",),
    "backward_end": (),
    "node": ("node",),
}
Taker = Callable[[Middle, int, bytes, Facts], None]
_TAKERS: dict[str, Taker] = {
    "line": Middle._take_line,
    "op": Middle._take_set,
    "born": Middle._take_born,
    "node": Middle._take_node,
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
