"""Turns the way in which the program ended into an Outcome."""

from __future__ import annotations

import sys
from typing import Any

from gradreel.tracer.files import Files, in_its_file
from gradreel.tracer.program.raises import Raises, text_of
from gradreel.tracer.safety.timer import TimeOver

COMPLETED: dict[str, Any] = {"status": "completed", "failure": None}


def outcome_of(
    error: BaseException | None, raises: Raises, limit_s: float | None, files: Files, alone: bool = True, line: int | None = None
) -> dict[str, Any]:
    """Describe the exception that left the program, if one did.

    ``alone``: nobody else prints what ``sys.exit`` was given. ``line``: where it was raised, if it has not come to the program yet.
    """
    if error is None:
        return COMPLETED
    line = files.line_in(error.__traceback__) or line
    if isinstance(error, TimeOver):
        running = files.frame(error.frame)
        return stopped(error.kind, limit_s, line if running is None else files.line(running))
    if isinstance(error, SystemExit):
        if error.code is None or error.code == 0:
            return {**COMPLETED, "exited": True}
        if alone and not isinstance(error.code, int):
            print(error.code, file=sys.stderr)  # noqa: T201 - what Python itself does
    elif isinstance(error, SyntaxError) and error.filename == files.names[0]:
        line = error.lineno or line
    event = raises.record(error, line)
    failure = {
        "kind": "python_error",
        "message": text_of(error),
        "exception_type": type(error).__name__,
        "line": line,
        "event": event,
    }
    in_its_file(failure)
    return {"status": "raised", "failure": failure, "exited": isinstance(error, SystemExit)}


def stopped(kind: str, limit_s: float | None, line: int | None) -> dict[str, Any]:
    """Describe a program that was interrupted from within; whoever knows the reader's language words it by kind and params."""
    return {"status": "stopped", "failure": {"kind": kind, "message": "", "line": line, "params": {"limit_s": limit_s}}}
