"""Processes that answer one line of JSON with another: each is started once, and answers for many programs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

Answering = subprocess.Popen[str]


@contextmanager
def answering(*modules: str) -> Iterator[tuple[Answering, ...]]:
    """Start a process of each module; they end when their standard input does."""
    with ExitStack() as stack:
        processes = [
            stack.enter_context(subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for module in modules
        ]
        yield tuple(processes)
        for process in processes:
            assert process.stdin is not None
            process.stdin.close()


def asked(process: Answering, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer
