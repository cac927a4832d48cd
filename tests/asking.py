"""Processes that answer one line of JSON with another: each is started once, and answers for many programs of all tests."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from typing import Any

Answering = subprocess.Popen[str]

_running: dict[str, Answering] = {}
"""Module → its process."""


def answering(module: str) -> Answering:
    """The process of a module, which answers whoever asks until this one ends: no answer depends on an earlier question."""
    if module not in _running:
        _running[module] = subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return _running[module]


@atexit.register
def _end() -> None:
    """End them at once: they have nothing to finish, and taking down torch takes a second."""
    for process in _running.values():
        process.kill()
        process.communicate()


def asked(process: Answering, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request. A process that was not heard out answers nobody any more: who asks next gets another."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
    except BaseException:
        _give_up(process)
        raise
    return answer


def _give_up(process: Answering) -> None:
    process.kill()
    process.communicate()
    for module in [module for module, each in _running.items() if each is process]:
        del _running[module]
