"""Turns a program with marks in its comments into a case: the lines that a diagnosis must name.

d[:] = 0  #! edit        the line is the case's ``edit`` line; several marks are separated by spaces
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent

from gradreel.trace import Diagnosis, Fix, Recording

MARK = "#!"


@dataclass(frozen=True)
class Plain:
    """What plain torch made of a program."""

    error: str | None
    line: int | None
    printed: str
    exception: str | None = None
    """The name of the error's type."""


@dataclass(frozen=True)
class Seen:
    """A program, what plain torch made of it, what the tracer recorded, and what was diagnosed."""

    code: str
    plain: Plain
    recording: Recording
    diagnoses: tuple[Diagnosis, ...]

    def line(self, mark: str) -> int:
        """The line that carries a mark."""
        marked = [number for number, text in enumerate(self.code.split("\n"), 1) if mark in text.partition(MARK)[2].split()]
        assert len(marked) == 1, (mark, marked)
        return marked[0]

    def of(self, kind: str) -> list[Diagnosis]:
        return [diagnosis for diagnosis in self.diagnoses if diagnosis.kind == kind]

    @property
    def alarms(self) -> list[tuple[str, str]]:
        """Everything above a note."""
        return [(diagnosis.kind, diagnosis.message) for diagnosis in self.diagnoses if diagnosis.severity != "note"]


See = Callable[[str], Seen]
RunPlainly = Callable[[str], Plain]
Judged = Callable[[str, Fix], str]
"""The service's verdict on a fix of a program."""


def program(text: str) -> str:
    """A snippet written inside a test."""
    return "import torch\nfrom torch import nn\n" + dedent(text).strip("\n") + "\n"
