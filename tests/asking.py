"""Processes that answer one line of JSON with another: each is started once, and answers for many programs of all tests."""

from __future__ import annotations

import atexit
import functools
import json
import subprocess
import sys
from typing import Any

Answering = subprocess.Popen[str]


@functools.cache
def answering(module: str) -> Answering:
    """The process of a module, which answers whoever asks until this one ends: no answer depends on an earlier question."""
    process = subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(_end, process)
    return process


def _end(process: Answering) -> None:
    """End it at once: it has nothing to finish, and taking down torch takes a second."""
    process.kill()
    process.communicate()


def asked(process: Answering, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer
