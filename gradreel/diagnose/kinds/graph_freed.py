"""Diagnoses a backward pass through a graph whose saved tensors were freed: by which pass, and where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.loops import carried_attributes, carried_names, fresh_graph
from gradreel.diagnose.fixes.paths import retain_graph
from gradreel.diagnose.fixes.shared_graph import detach_or_renew, detach_shared, empty_list, first_pass, used_up_list
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.reads import read_by
from gradreel.diagnose.refused import refusal
from gradreel.trace import Diagnosis, Fix, Line, Param, RaiseEvent

RANK = 50
evidence = explain.freed_graph

MAX_NAMES = 3
FREED = "Trying to backward through the graph a second time"


def find(history: History) -> Iterator[Finding]:
    """One finding for each line whose pass came too late."""
    for raised in history.raises:
        if raised.event.message.startswith(FREED):
            yield refusal("graph_freed", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    read = read_by(history, event)
    node = history.nodes.get(read[0] if read else event.node or "")
    first = _first_line(history, event)
    call = history.backwards.at(event.index)
    root = call.start.roots[0] if call and call.start.roots else None
    carried = _carried(history, event)
    used_up = used_up_list(history, event) if carried is None else None
    params: dict[str, Param] = {
        "node": node.name if node else "",
        "known": node is not None,
        "node_line": node.line if node else None,
        "first_line": first,
        "raise_line": event.line,
        "read": read is not None,
        "code": history.code_at(event),
        "repeated": first is not None and first == event.line,
        "carried": carried or used_up or "",
        "keeps": "list" if used_up else carried is not None,
        "rounds": raised.count,
        "caught": raised.caught,
    }
    return worded(
        "graph_freed",
        "error",
        params,
        raised=True,
        event=event.index,
        raise_event=event.index,
        node=node.id if node else None,
        tensor=root,
        name=history.names.of(root, event.index) if root else None,
        **line_at("", event),
        **line_at("saved", node),
        **line_at("raise", event),
    )


def _carried(history: History, event: RaiseEvent) -> str | None:
    """What keeps a part of the graph that was used up: the attribute of a module, or a name that a round of the loop leaves to the next."""
    attributes = [name for name, _ in carried_attributes(history, event.index)]
    if not attributes and _first_line(history, event) == event.line:
        attributes = [name for name, _ in carried_names(history, event.line, event.index)]
    return ", ".join(attributes[:MAX_NAMES]) or None


def _first_line(history: History, event: RaiseEvent) -> Line | None:
    """The line of the pass that freed the graph."""
    read = read_by(history, event)
    freed = history.freed.get(read[0] if read else event.node or "")
    if read or (freed is not None and freed.line is not None):
        return freed.line if freed else None
    first = first_pass(history, event)
    return first.start.line if first else None


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    first, moved = _first_line(history, event), _parameters_moved(history, event)
    if not moved:
        yield retain_graph(history.source, first)
    if read_by(history, event):
        return
    used_up = used_up_list(history, event)
    if used_up is not None:
        yield empty_list(history, event, used_up)
    elif first == event.line:
        yield (renewed := fresh_graph(history, event.line, event.index))
        if moved and not renewed.code:
            yield from detach_or_renew(history, event)
    else:
        if moved:
            yield detach_shared(history, event)
        yield fix("add_losses", None, first_line=first, raise_line=event.line)


def _parameters_moved(history: History, event: RaiseEvent) -> bool:
    """Whether something, an optimizer, has edited parameters since: a retained graph would then fail the version check."""
    since = first_pass(history, event)
    begun = since.start.index if since else event.index
    return any(begun < made.op.index < event.index and history.is_parameter(made.write.tensor, made.op.index) for made in history.writes)
