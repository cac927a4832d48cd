"""Runs programs as plain PyTorch, each in a fork of a process that has imported torch, and gives what they write to standard error.

Nothing of ``gradreel`` is imported. One JSON line in, ``{"code": …, "anomaly": true}``; one out, ``{"text": …}``.
"""

from __future__ import annotations

import contextlib
import io
import json
import linecache
import os
import re
import signal
import sys
import threading
import traceback
import warnings

import torch
import torch._dynamo

from tests.seeding import seed

FILE = "/home/me/train.py"
HANGING_S = 100.0
OURS = re.compile(r'  File "[^"\n]*(?:tests/reading/plain\.py|runpy\.py|<frozen runpy>)", line \d+, in [^\n]*\n(?:    [^\n]*\n)*')


def text_of(code: str, anomaly: bool) -> str:
    """What a program writes to standard error: warnings, and the traceback of what leaves it; "" where nothing does."""
    seed()
    errors = io.StringIO()
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    failed = False
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
        warnings.simplefilter("default")
        torch.autograd.set_detect_anomaly(anomaly)
        try:
            exec(compile(code, FILE, "exec"), {"__name__": "__main__"})  # noqa: S102  running programs is what this is for
        except Exception as error:
            failed = True
            traceback.print_exception(type(error), error, error.__traceback__.tb_next if error.__traceback__ else None)
        except SystemExit:
            pass
    return OURS.sub("", errors.getvalue()) if failed else ""


def answer_in_fork(line: str) -> str:
    """Run a program in a fork; one that hangs is killed."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        asked = json.loads(line)
        with os.fdopen(writer, "w") as answer:
            answer.write(json.dumps({"text": text_of(asked["code"], asked["anomaly"])}))
        os._exit(0)
    os.close(writer)
    killer = threading.Timer(HANGING_S, os.kill, (process, signal.SIGKILL))
    killer.start()
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    killer.cancel()
    os.waitpid(process, 0)
    return text or json.dumps({"text": ""})


def main() -> None:
    """Answer until standard input ends."""
    for line in sys.stdin:
        sys.stdout.write(answer_in_fork(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
