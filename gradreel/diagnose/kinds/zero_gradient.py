"""Diagnoses leaves that take part and get a gradient of zero everywhere, which one line made of a gradient that was not zero.

h = torch.relu(fc(x))       all that goes in is negative: nothing of the gradient passes
y = x.round()               a step function is flat everywhere
p = softmax(z, dim=1)       of one column: p is 1 whatever z is

A warning where a leaf that is trained gets nothing else in the whole film; a note where a single round of several is concerned, or where
no step uses the gradient: other numbers may have a slope. A hinge that is met, a part that was not chosen and a factor that is learned
are no such thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, Severity, worded
from gradreel.diagnose.fixes.flat import fixes as fixes_of_line
from gradreel.diagnose.lookup.explain import leaves, origin, roots
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.steps import Steps
from gradreel.diagnose.lookup.zeros import CAUSES, Zeroed, Zeros
from gradreel.trace import Diagnosis, Fix, Flat, Param

RANK = 250
EVERYWHERE: tuple[Flat, ...] = ("rounding", "one_choice", "underflow")
"""What other numbers would not help against."""
MAX_NAMES = 8
MAX_PATH = 4


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that makes zeros of gradients."""
    zeros = Zeros(history)
    for zeroed in zeros.causes():
        severity = _severity(history, zeros, zeroed)
        diagnosis = partial(_diagnosis, history, zeros, zeroed, severity)
        yield Finding("zero_gradient", severity, zeroed.first.index, diagnosis, partial(_fixes, history, zeroed))


def evidence(history: History, diagnosis: Diagnosis) -> Iterator[str | None]:
    """The node with what went into its op, the loss, the leaf, and the way to it."""
    zeroed = next((each for each in Zeros(history).causes() if each.first.index == diagnosis.birth_event), None)
    yield diagnosis.node
    if zeroed is None:
        return
    made = history.nodes[zeroed.first.node].op
    op = history.op_at(made) if made is not None else None
    if op is not None:
        yield f"e{op.index}"
        yield from (*op.inputs[:2], *op.outputs[:1])
    yield diagnosis.tensor
    call = history.backwards.at(zeroed.first.index)
    yield from roots(history, call.start if call else None)
    yield from zeroed.path[:MAX_PATH]
    yield from origin(history, diagnosis.tensor)
    yield from leaves(history, diagnosis.node)


def _severity(history: History, zeros: Zeros, zeroed: Zeroed) -> Severity:
    always = _always(zeros, zeroed)
    if not always:
        return "note"
    updated = {update.leaf for update in Steps(history).updates}
    trained = any(leaf in updated for leaf in always)
    return "warning" if trained or zeroed.flat in EVERYWHERE else "note"


def _always(zeros: Zeros, zeroed: Zeroed) -> list[str]:
    """The leaves that got nothing but these zeros; what the film does not tell of counts as other."""
    return [leaf for leaf, events in zeroed.rounds.items() if len(events) == len(zeros.arrived[leaf])]


def _diagnosis(history: History, zeros: Zeros, zeroed: Zeroed, severity: Severity) -> Diagnosis:
    concerned = _always(zeros, zeroed) or list(zeroed.rounds)
    leaf = concerned[0]
    noticed = zeroed.rounds[leaf][0]
    named = {history.names.of(each, noticed): None for each in concerned}
    names = tuple(name for name in named if name is not None)
    cause = CAUSES[zeroed.flat]
    params: dict[str, Param] = {
        "line": zeroed.line,
        "code": history.source.line(zeroed.line),
        "cause": cause,
        "name": names[0] if names else "",
        "named": bool(names),
        "more": max(0, len(concerned) - 1),
        "noticed_line": history.events[noticed].line,
        "rounds": len(zeroed.rounds[leaf]),
        "of": len(zeros.arrived[leaf]),
        "always": bool(_always(zeros, zeroed)),
    }
    return worded(
        "zero_gradient",
        severity,
        params,
        raised=False,
        event=zeroed.first.index,
        line=zeroed.line,
        birth_line=zeroed.line,
        birth_event=zeroed.first.index,
        noticed_line=history.events[noticed].line,
        noticed_event=noticed,
        phase="backward",
        cause=cause,
        node=zeroed.first.node,
        tensor=leaf,
        name=names[0] if names else None,
        names=names[:MAX_NAMES],
    )


def _fixes(history: History, zeroed: Zeroed) -> Iterator[Fix | None]:
    yield from fixes_of_line(history.source, zeroed.line, zeroed.flat)
