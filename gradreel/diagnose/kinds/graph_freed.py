"""Diagnoses a backward pass through a graph whose saved tensors were freed: by which pass, and where."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind, fix
from gradreel.diagnose.fixes.loops import fresh_graph
from gradreel.diagnose.fixes.paths import retain_graph
from gradreel.diagnose.lookup.history import History
from gradreel.locale import word
from gradreel.trace import Diagnosis, Fix, Line, Param, RaiseEvent

FREED = "Trying to backward through the graph a second time"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each pass that came too late."""
    for raised in history.raises:
        if raised.message.startswith(FREED):
            yield _diagnosis(history, raised)


def _diagnosis(history: History, raised: RaiseEvent) -> Diagnosis:
    node = history.nodes.get(raised.node or "")
    first = _first_line(history, raised)
    call = history.backward_at(raised.index)
    name = history.names.of(call.start.roots[0], raised.index) if call and call.start.roots else None
    params: dict[str, Param] = {
        "node": node.name if node else "",
        "known": node is not None,
        "node_line": node.line if node else None,
        "first_line": first,
        "raise_line": raised.line,
        "repeated": first is not None and first == raised.line,
    }
    return Diagnosis(
        kind="graph_freed",
        severity="error",
        raised=True,
        event=raised.index,
        line=raised.line,
        saved_line=node.line if node else None,
        raise_line=raised.line,
        node=raised.node,
        tensor=call.start.roots[0] if call and call.start.roots else None,
        name=name,
        params=params,
        message=word("diagnosis-graph_freed", params),
        fixes=tuple(first_of_each_kind(*_fixes(history, raised, first))),
    )


def _first_line(history: History, raised: RaiseEvent) -> Line | None:
    freed = history.freed.get(raised.node or "")
    if freed is not None and freed.line is not None:
        return freed.line
    ended = [call for call in history.backwards if call.end is not None and call.end < raised.index]
    return ended[-1].start.line if ended else None


def _fixes(history: History, raised: RaiseEvent, first: Line | None) -> Iterator[Fix | None]:
    if not _parameters_moved(history, raised):
        yield retain_graph(history.source, first)
    if first == raised.line:
        yield fresh_graph(history, raised.line, raised.index)
    else:
        yield fix("add_losses", None, first_line=first, raise_line=raised.line)


def _parameters_moved(history: History, raised: RaiseEvent) -> bool:
    """Whether something, an optimizer, has edited parameters since: a retained graph would then fail the version check."""
    freed = history.freed.get(raised.node or "")
    since = freed.index if freed else raised.index
    return any(since < made.op.index < raised.index and history.is_parameter(made.write.tensor, made.op.index) for made in history.writes)
