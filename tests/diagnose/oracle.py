"""Runs snippets twice, in a process of its own: under plain torch and under the tracer. One JSON line in, one out.

{"code": …}  ──▶  {"plain": {"error", "line", "printed"}, "recording": {…}}
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback
import warnings
from typing import Any

import torch

from app.tracer.limits import TracerLimits
from app.tracer.snippet import record

LIMITS = TracerLimits(events=200_000, trace_bytes=64_000_000, soft_time_s=None)


def run_plainly(code: str) -> dict[str, Any]:
    """What plain torch makes of it: the error, the innermost line of the snippet in its traceback, and what was printed."""
    torch.manual_seed(0)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            exec(compile(code, "<plain>", "exec"), {"__name__": "__main__"})  # noqa: S102  running snippets is what this is for
        except BaseException as error:
            frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<plain>"]
            return {"error": str(error) or type(error).__name__, "line": frames[-1] if frames else None, "printed": printed.getvalue()}
    return {"error": None, "line": None, "printed": printed.getvalue()}


def main() -> None:
    """Answer until standard input ends; nothing that a snippet prints gets in between."""
    answers, sys.stdout = sys.stdout, io.StringIO()
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"plain": run_plainly(request["code"])}
        if request["trace"]:
            answer["recording"] = json.loads(record(request["code"], LIMITS))
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
