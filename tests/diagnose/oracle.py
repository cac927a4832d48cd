"""Runs snippets twice, each in a fork of a process with torch: plainly and under the tracer. One JSON line in, one out.

{"code": …}  ──▶  {"plain": {"error", "line", "printed"}, "recording": {…}}
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import threading
import traceback
import warnings
from typing import Any

import torch
import torch._dynamo  # once, here: every optimizer imports it, which takes a second

from app.sandbox.child.modes import run_traced
from app.sandbox.report.expected import writes_past_counter
from gradreel.trace import Recording
from gradreel.tracer.control.reference import run_reference
from gradreel.tracer.limits import TracerLimits

LIMITS = TracerLimits(events=200_000, trace_bytes=64_000_000, soft_time_s=None)
HANGING_S = 100.0
FILENAME = "snippet.py"


def run_plainly(code: str) -> dict[str, Any]:
    """What plain torch makes of it: the error, the innermost line of the snippet in its traceback, and what was printed."""
    torch.manual_seed(0)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            exec(compile(code, FILENAME, "exec"), {"__name__": "__main__"})  # noqa: S102  running snippets is what this is for
        except BaseException as error:
            frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILENAME]
            name = type(error).__name__
            return {"error": str(error) or name, "exception": name, "line": frames[-1] if frames else None, "printed": printed.getvalue()}
    return {"error": None, "line": None, "printed": printed.getvalue()}


def answer_of(request: dict[str, Any]) -> dict[str, Any]:
    """Both runs of one program."""
    answer: dict[str, Any] = {"plain": run_plainly(request["code"])}
    if request["trace"]:
        torch.manual_seed(0)
        recording = run_traced(request["code"], LIMITS)
        answer["recording"] = json.loads(recording)
        if writes_past_counter(Recording.model_validate_json(recording)):
            torch.manual_seed(0)  # as in the sandbox, where each run starts from the same state
            answer["unharmed"] = json.loads(run_reference(request["code"], LIMITS))
    return answer


def answer_in_fork(line: str) -> str:
    """Run a program in a fork of this process, so that none sees what another left behind; a hanging one is killed."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        sys.stdout = io.StringIO()
        with os.fdopen(writer, "w") as answer:
            answer.write(json.dumps(answer_of(json.loads(line))))
        os._exit(0)
    os.close(writer)
    killer = threading.Timer(HANGING_S, os.kill, (process, signal.SIGKILL))
    killer.start()
    with os.fdopen(reader) as pipe:
        answer_text = pipe.read()
    killer.cancel()
    os.waitpid(process, 0)
    return answer_text or json.dumps({"hung": True})


def main() -> None:
    """Answer until standard input ends."""
    for line in sys.stdin:
        sys.stdout.write(answer_in_fork(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
