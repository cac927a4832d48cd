"""Runs snippets, each time in a fork of a process with torch: plainly and under the tracer. One JSON line in, one out.

{"code": …, "run": "plain"}      ──▶  {"plain": {"error", "line", "printed"}}
{"code": …, "run": "traced"}     ──▶  {"plain": …, "recording": {…}}
{"code": …, "run": "reference"}  ──▶  {"reference": {…}}       so with every mode of the sandbox that is listed below
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
from collections.abc import Callable
from typing import Any

import torch._dynamo  # noqa: F401 - once, here: every optimizer imports it, which takes a second

from app.sandbox.child.modes import run_traced
from gradreel.tracer.control.intended import run_fixed, run_intended
from gradreel.tracer.control.reference import run_reference
from gradreel.tracer.control.unchecked import run_allowed, run_copied, run_unchecked
from gradreel.tracer.limits import TracerLimits
from tests.seeding import seed

LIMITS = TracerLimits(events=200_000, trace_bytes=64_000_000, soft_time_s=None)
HANGING_S = 100.0
FILENAME = "snippet.py"


def run_plainly(code: str) -> dict[str, Any]:
    """What plain torch makes of it: the error, the innermost line of the snippet in its traceback, and what was printed."""
    seed()
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
    """What is asked for of one program: its plain run, the traced one as well, or the one whose edits reach the counter."""
    code = request["code"]
    control = {
        "reference": run_reference,
        "fixed": run_fixed,
        "intended": run_intended,
        "unchecked": run_unchecked,
        "copied": run_copied,
        "allowed": run_allowed,
    }
    if run := control.get(request["run"]):
        seed()  # as in the sandbox, where each run starts from the same state
        return {request["run"]: json.loads(run(code, LIMITS))}
    answer: dict[str, Any] = {"plain": run_plainly(code)}
    if request["run"] == "traced":
        seed()
        answer["recording"] = json.loads(run_traced(code, LIMITS))
    return answer


def answer_in_fork(line: str, answer_of: Callable[[dict[str, Any]], dict[str, Any]] = answer_of) -> str:
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
