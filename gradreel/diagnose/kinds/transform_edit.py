"""Diagnoses a version check that failed inside a transform of ``torch.func``, where ops are not recorded one by one.

What the tracer states of them are the in-place ops and their lines: one of these edited what the transform had saved for its backward.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.edits import out_of_place_inside
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import mentioned, refusal, told
from gradreel.trace import Diagnosis, Fix, NotShown, RaiseEvent

RANK = 15
REFUSED = "one of the variables needed for gradient computation has been modified by an inplace operation"
RESULT = re.compile(r"which is output \d+ of (\w+?)(?:Backward\d*)?,")
MAX_SEARCHED_CHARS = 1000


def evidence(history: History, diagnosis: Diagnosis) -> explain.Ids:
    """Nothing in there has an id: what the transform was given, how that was made, and the leaves that it depends on."""
    event = history.events[diagnosis.raise_event or 0]
    for _, tensor in mentioned(history, event) if isinstance(event, RaiseEvent) else ():
        yield tensor
        yield from explain.origin(history, tensor)
        yield from explain.leaves(history, explain.grad_fn(history, tensor, event.index))


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that raised, where nothing else tells what was edited."""
    edits = sorted((each for each in history.recording.not_shown if each.kind == "transform_edit"), key=lambda each: each.line or 0)
    for raised in history.raises if edits else ():
        event = raised.event
        if event.message.startswith(REFUSED) and event.saved is None and event.node is None:
            yield refusal("transform_edit", raised, partial(_diagnosis, history, raised, edits), partial(_fixes, history, edits))


def _diagnosis(history: History, raised: Raised, edits: list[NotShown]) -> Diagnosis:
    event, first = raised.event, edits[0]
    result = RESULT.search(event.message[:MAX_SEARCHED_CHARS])
    lines = list(dict.fromkeys(each.line for each in edits))
    return worded(
        "transform_edit",
        "error",
        {
            **told(history, raised),
            "what": "result" if result else "tensor",
            "op": result[1] if result else "",
            "edits": len(lines),
            "edit_line": first.line,
            "edit_lines": ", ".join(str(line) for line in lines),
            "edit": history.source.line(first.line),
        },
        raised=True,
        event=event.index,
        raise_event=event.index,
        **line_at("", event),
        **(line_at("edit", first) if len(lines) == 1 else {}),
        **line_at("raise", event),
    )


def _fixes(history: History, edits: list[NotShown]) -> Iterator[Fix | None]:
    yield out_of_place_inside(history.source, *dict.fromkeys(each.line for each in edits))
