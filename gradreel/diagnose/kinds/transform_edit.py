"""Diagnoses a version check that failed inside a transform of ``torch.func``, where ops are not recorded one by one.

What the tracer states of them are the in-place ops and their lines: one of these edited what the transform had saved for its backward.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.edits import out_of_place_inside
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.source import Source, last_name
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
            yield refusal("transform_edit", raised, partial(_diagnosis, history, raised, edits), partial(_fixes, history, raised, edits))


def _diagnosis(history: History, raised: Raised, edits: list[NotShown]) -> Diagnosis:
    every, edits = edits, _concerned(history, raised, edits)
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
            "edits": "found" if len(lines) == 1 and len(edits) < len(every) else len(lines),
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


def _fixes(history: History, raised: Raised, edits: list[NotShown]) -> Iterator[Fix | None]:
    yield out_of_place_inside(history.source, *dict.fromkeys(each.line for each in _concerned(history, raised, edits)))


def _concerned(history: History, raised: Raised, edits: list[NotShown]) -> list[NotShown]:
    """The edits of a name that the code has just given to a result of the op that PyTorch names; where there are none, all of them."""
    result = RESULT.search(raised.event.message[:MAX_SEARCHED_CHARS])
    found = [each for each in edits if result and _made_by(history.source, each.line) == result[1].lower()]
    return found or edits


def _made_by(source: Source, line: int | None) -> str | None:
    """The method or function, in small letters, whose call the name that a line edits was assigned to last above it."""
    edited = source.edited(source.editing(line))
    if not isinstance(edited, ast.Name) or line is None:
        return None
    for above in range(line - 1, 0, -1):
        stmt = source.statement(above)
        if isinstance(stmt, ast.FunctionDef):
            return None
        if isinstance(stmt, ast.Assign) and any(isinstance(each, ast.Name) and each.id == edited.id for each in stmt.targets):
            return (last_name(stmt.value.func) or "").lower() if isinstance(stmt.value, ast.Call) else None
    return None
