"""Tells whether a program itself looks for NaN and infinities where they are: by what ran, not by words in its text.

A call such as ``isnan(loss)`` counts where it ran after the birth, and where one of the tensors that its line read was not finite then. A
function for Python's numbers, as ``math.isnan(value)``, counts once its line ran. What a film has left out is taken to have looked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.lookup.births import Births
from gradreel.diagnose.lookup.history import History
from gradreel.trace import CallEvent, LineEvent

LOOKS = ("isfinite(", "isnan(", "isinf(", "nan_to_num(", "nan_to_num_(")
REFUSES = "error_if_nonfinite"
"""The argument with which clipping raises for such numbers."""
OF_NUMBERS = ("math", "np", "numpy")
"""The modules whose functions read numbers, which no op of the film shows."""
SKIPS = "GradScaler."
"""The calls of the library that skip a step for such numbers, wherever the program makes them."""


def is_guarded(history: History, birth: int) -> bool:
    """Whether the program looked for such numbers after they were born."""
    if any(isinstance(event, CallEvent) and event.name.startswith(SKIPS) for event in history.events):
        return True
    lines = list(_lines(history))
    if history.recording.gap is not None:
        return bool(lines)
    births = Births(history)
    return any(_looked(births, first, last, birth, of_numbers) for first, last, of_numbers in lines)


def _lines(history: History) -> Iterator[tuple[int, int, bool]]:
    """First and last line of each call that looks, comments and strings aside, and whether it may read a number."""
    for node in history.source.nodes:
        if isinstance(node, ast.Call):
            owner, _, called = ast.unparse(node.func).rpartition(".")
            if f"{called}(" in LOOKS or any(keyword.arg == REFUSES for keyword in node.keywords):
                yield node.lineno, node.end_lineno or node.lineno, owner in ("", *OF_NUMBERS)


def _looked(births: Births, first: int, last: int, birth: int, of_numbers: bool) -> bool:
    history, ran = births.history, False
    reads = False
    for event in history.events[birth + 1 :]:
        if event.line is None or event.file != 0 or not first <= event.line <= last:
            continue
        ran = ran or isinstance(event, LineEvent)
        op = history.op_at(event.index)
        if op is not None and op.inputs:
            reads = True
            if any(births.is_bad(tensor, op.index) for tensor in op.inputs):
                return True
    return of_numbers and ran and not reads
