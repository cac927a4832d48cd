"""Sets what is read from plain PyTorch's tracebacks beside what films say of the same programs."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from gradreel.diagnose import diagnose
from gradreel.reading import Reading, read
from gradreel.reading.edits import Edits
from gradreel.trace import Diagnosis, Recording
from tests.asking import answering, asked
from tests.reading.corpora import Given

TOP = 3
SAME_MESSAGE = 60
REMADE = "AsStridedBackward0"
"""What plain PyTorch makes of the node of a view, once it is asked for it after an edit of the base."""


@dataclass(frozen=True)
class Compared:
    """A reading, and the film's diagnosis of what ended the program."""

    name: str
    anomaly: bool
    film: Diagnosis | None
    kinds: frozenset[str]
    """All kinds that the film tells."""
    nodes: frozenset[str]
    """Names of all nodes of the film."""
    node: str | None
    """The node whose backward failed."""
    bare: Reading
    """Of the traceback alone."""
    coded: Reading
    """Of the traceback with the code."""
    code: str

    @property
    def contradicts(self) -> list[str]:
        """What of the reading is not so."""
        found = []
        kind = self.bare.kind
        if kind is not None and kind not in ({self.film.kind} if self.film else self.kinds or {kind}):
            found.append(f"kind {kind}, not {self.film.kind if self.film else sorted(self.kinds)}")
        if kind == "version_mismatch" and self.film is not None and self.film.kind == kind:
            versions = self.bare.saved_version, self.bare.current_version
            if versions != (self.film.saved_version, self.film.current_version):
                found.append(f"versions {versions}, not {(self.film.saved_version, self.film.current_version)}")
            if self.bare.failed_node is not None and self.bare.failed_node != self.node:
                found.append(f"failed node {self.bare.failed_node}, not {self.node}")
            if self.bare.node not in (None, REMADE, *self.nodes):
                found.append(f"node {self.bare.node} is none of the film's")
        if self.coded.kind != kind:
            found.append(f"kind {self.coded.kind} with code, {kind} without")
        if self.film and self.film.raise_line and self.coded.raise_line not in (None, self.film.raise_line) and kind == self.film.kind:
            found.append(f"raise line {self.coded.raise_line}, not {self.film.raise_line}")
        return found

    @property
    def rank(self) -> int | None:
        """Where the edit that the film names stands among the suspects, from 1; 0 where it is not among them; None where there is none."""
        if self.film is None or self.film.kind != "version_mismatch" or self.film.edit_line is None or self.bare.kind != self.film.kind:
            return None
        lines = [suspect.line for suspect in self.coded.suspects]
        return lines.index(self.film.edit_line) + 1 if self.film.edit_line in lines else 0

    @property
    def search_rank(self) -> int | None:
        """The first thing to search for, without code, that finds the line of that edit, from 1; 0 where none does."""
        if self.rank is None or self.film is None or self.film.edit_line is None:
            return None
        line = self.code.splitlines()[self.film.edit_line - 1]
        called = {name for name, how in Edits(self.code, ast.parse(self.code)).modules.items() if how[0] in ("module", "norm")}
        found = (number for number, each in enumerate(self.bare.suspects, 1) if _finds(each.text, line, called))
        return next(found, 0)


def _finds(searched: str, line: str, in_place: set[str]) -> bool:
    """Whether what is to be searched for stands on a line; ``inplace=True`` also where a module is called that was made with it."""
    if searched.startswith("x[…]"):
        return re.search(r"\]\s*" + re.escape(searched[5:].removesuffix(" …")) + "(?!=)", line) is not None
    if searched.startswith("x "):
        return searched[2:].removesuffix(" …") in line
    if searched == "optimizer.step()":
        return ".step(" in line
    if searched in ("inplace=True", "max_norm=") and any(f"{name}(" in line or f"{name}[" in line for name in in_place):
        return True
    return searched in line


class Runner:
    """Runs programs, recorded and plain: two processes with torch, of which each program gets a fork."""

    def text_of(self, code: str, anomaly: bool) -> str:
        """What plain PyTorch writes to standard error."""
        return str(asked(answering("tests.reading.plain"), {"code": code, "anomaly": anomaly})["text"])

    def compared(self, given: Given) -> list[Compared]:
        """Both readings of a program, without and with anomaly mode; none where it does not fail."""
        text = self.text_of(given.code, False)
        if not text:
            return []
        answer = asked(answering("tests.diagnose.oracle"), {"code": given.code, "run": "traced"})
        if "recording" not in answer:
            return []
        recording = Recording.model_validate(answer["recording"])
        diagnoses = diagnose(given.code, recording).diagnoses
        found = [_compared(given, False, text, recording, diagnoses)]
        more = self.text_of(given.code, True)
        other = _compared(given, True, more, recording, diagnoses)
        # Anomaly mode may raise of a NaN before what else goes wrong.
        return [*found, other] if other.bare.message[:SAME_MESSAGE] == found[0].bare.message[:SAME_MESSAGE] else found


def _compared(given: Given, anomaly: bool, text: str, recording: Recording, diagnoses: tuple[Diagnosis, ...]) -> Compared:
    ended = next((each for each in diagnoses if each.raised), None)
    node = next((each.name for each in recording.nodes if ended is not None and each.id == ended.node), None)
    return Compared(
        given.name,
        anomaly,
        ended,
        frozenset(each.kind for each in diagnoses),
        frozenset(each.name for each in recording.nodes),
        node,
        read(text),
        read(text, given.code),
        given.code,
    )
