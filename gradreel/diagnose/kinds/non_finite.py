"""Diagnoses NaN and infinities that reach a gradient, the loss or a parameter: the op or node that made the first of finite numbers.

An error where a gradient, the loss or a parameter keeps them; a note where they never get there, or where the program replaces them or
skips the step. Infinities that the program puts into a mask itself are no birth.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, Severity, worded
from gradreel.diagnose.fixes.finite import fixes as fixes_of_line
from gradreel.diagnose.lookup.births import Births
from gradreel.diagnose.lookup.born import Birth, Noticed, Spoiled, is_spoiled
from gradreel.diagnose.lookup.explain import leaves, origin, roots
from gradreel.diagnose.lookup.guards import is_guarded
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.not_finite import cause_of, reasons, shown
from gradreel.diagnose.lookup.raises import ends_program
from gradreel.trace import Diagnosis, Fix, OpEvent, Param, RaiseEvent

RANK = 120
MAX_NAMES = 8
MAX_PATH = 2
UNNAMED = "…"
"""What stands for a tensor that the program gives no name: any word might be one of its names."""


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that made such numbers, in forward or in backward."""
    for spoiled in Births(history).causes():
        severity = _severity(history, spoiled)
        raised = any(noticed.what == "anomaly" for noticed in spoiled.noticed)
        diagnosis = partial(_diagnosis, history, spoiled, severity)
        yield Finding(
            "non_finite", severity, spoiled.birth.event, diagnosis, partial(_fixes, history, spoiled), raised, _ends(history, spoiled)
        )


def evidence(history: History, diagnosis: Diagnosis) -> Iterator[str | None]:
    """The birth with what went into it, where it is noticed, and the way between."""
    spoiled = next((each for each in Births(history).causes() if each.birth.event == diagnosis.birth_event), None)
    yield diagnosis.node
    if spoiled is None:
        yield diagnosis.tensor
        return
    birth, noticed = spoiled.birth, _first_reached(spoiled)
    yield from _of_birth(birth)
    yield diagnosis.tensor
    if noticed.node is not None:
        yield noticed.node
    yield noticed.tensor
    call = history.backwards.at(noticed.event) or history.backwards.last_begun(noticed.event + 1)
    yield from roots(history, call.start if call else None)
    yield from spoiled.path[:MAX_PATH]
    yield from origin(history, noticed.tensor)
    yield from leaves(history, diagnosis.node)


def _of_birth(birth: Birth) -> Iterator[str | None]:
    if birth.op is not None:
        yield f"e{birth.op.index}"
        yield from birth.op.inputs[:2]
        yield from birth.op.outputs[:1]
    for element in reasons(birth):
        yield element.tensor


def _ends(history: History, spoiled: Spoiled) -> bool:
    events = (history.events[noticed.event] for noticed in spoiled.noticed if noticed.what == "anomaly")
    return any(isinstance(event, RaiseEvent) and ends_program(history.recording, event) for event in events)


def _severity(history: History, spoiled: Spoiled) -> Severity:
    """An error, but for what the program replaces, or skips the step for."""
    if any(noticed.what in ("parameter", "anomaly") for noticed in spoiled.noticed):
        return "error"
    if ".step(" in history.source.code and is_guarded(history, spoiled.birth.event):
        return "note"
    leaves_only = all(noticed.what == "leaf" for noticed in spoiled.noticed)
    return "note" if leaves_only and all(_is_replaced(history, noticed) for noticed in spoiled.noticed) else "error"


def _is_replaced(history: History, noticed: Noticed) -> bool:
    """Whether the program itself makes a gradient finite, not by setting it to zero."""
    event = history.events[noticed.event]
    counter = getattr(event, "counter", None)
    for op in history.ops:
        if op.index > noticed.event and not op.effects.fills:
            for write in op.writes:
                if write.counter == counter is not None and not is_spoiled(write.non_finite, write.value):
                    return write.non_finite is False or write.value is not None
    return False


def _diagnosis(history: History, spoiled: Spoiled, severity: Severity) -> Diagnosis:
    birth, noticed = spoiled.birth, _first_reached(spoiled)
    line = Births(history).line(birth)
    names = _names(history, spoiled)
    raise_event = next((history.events[each.event] for each in spoiled.noticed if each.what == "anomaly"), None)
    at = history.events[noticed.event - (noticed.what == "parameter")]
    params: dict[str, Param] = {
        "line": line,
        "code": history.source.line(line),
        "value": "nan" if birth.is_nan else "inf",
        "phase": birth.phase,
        "cause": cause_of(birth),
        "elements": (elements := _elements(history, birth)),
        "given": bool(elements),
        "reach": noticed.what,
        "name": names[0] if names else "",
        "named": bool(names),
        "more": max(0, len(names) - 1),
        "noticed_line": at.line,
        "rounds": spoiled.again + 1,
    }
    return worded(
        "non_finite",
        severity,
        params,
        raised=raise_event is not None,
        event=birth.event,
        raise_event=raise_event.index if raise_event else None,
        raise_line=raise_event.line if raise_event else None,
        line=line,
        birth_line=line,
        birth_event=birth.event,
        noticed_line=at.line,
        noticed_event=at.index,
        phase=birth.phase,
        cause=cause_of(birth),
        node=birth.node.node if birth.node else None,
        tensor=_tensor(birth) or noticed.tensor,
        name=history.names.of(_tensor(birth) or noticed.tensor or "", birth.event),
        names=names[:MAX_NAMES],
    )


def _first_reached(spoiled: Spoiled) -> Noticed:
    """Where it is noticed first; a number that a pass has made is not what that pass began from."""
    return next((noticed for noticed in spoiled.noticed if noticed.event > spoiled.birth.event), spoiled.noticed[0])


def _tensor(birth: Birth) -> str | None:
    if birth.node is None:
        return birth.tensor
    return birth.op.inputs[0] if birth.op is not None and birth.op.inputs else None


def _names(history: History, spoiled: Spoiled) -> tuple[str, ...]:
    """The leaves whose gradients, or values, are not finite."""
    found: dict[str, None] = {}
    for noticed in spoiled.noticed:
        if noticed.what in ("leaf", "result", "parameter") and noticed.tensor is not None:
            name = history.names.of(noticed.tensor, noticed.event)
            if name is not None:
                found[name] = None
    return tuple(found)


def _elements(history: History, birth: Birth) -> str:
    """The elements that show the cause, as code would show them: ``x[3] = 0``."""
    found: list[str] = []
    for element in reasons(birth):
        saved = history.saved.get(element.saved or "")
        tensor = element.tensor or (saved.tensor if saved else None)
        at = f"[{', '.join(map(str, element.index))}]" if element.index else ""
        if element.what == "gradient":
            found.append(f"grad{at} = {shown(element)}")
        elif tensor is not None:
            name = history.names.of(tensor, birth.event, _made(birth.op))
            attribute = saved.attribute if saved else ""
            found.append(f"{name or attribute or UNNAMED}{at} = {shown(element)}")
    return ", ".join(dict.fromkeys(found))


def _made(op: OpEvent | None) -> int:
    return op.index if op is not None else 0


def _fixes(history: History, spoiled: Spoiled) -> Iterator[Fix | None]:
    birth = spoiled.birth
    if birth.origin is None or birth.hook:
        return
    given = history.maker.get(birth.op.inputs[0]) if birth.op is not None and birth.op.inputs else None
    masked = given.line if given is not None else None
    yield from fixes_of_line(
        history.source, Births(history).line(birth), birth.origin.family, masked, outside=cause_of(birth) == "outside_domain"
    )
