"""Programs of situations described in public threads, written anew, each with what plain torch does and what must be said of it.

``public/<theme>/<name>.py`` hold them, and run as they are. The comments at the top of each are its labels:

# …                                     what the thread was about; further lines may follow
# plain: completes                      or ``raises ExceptionType: a part of its message``
# expect: version_mismatch              or ``nothing``; several kinds are separated by ``+``, the one to be told first comes first;
#                                       ``unknown …`` says in words what is wrong where no kind of diagnosis exists
# tensor: h | self.h                    what the first diagnosis may call the tensor; left out where no name is better than another
# gradient: w.grad                      of a silent overwrite: the gradient that comes out wrong,
# cause: root_of_zero                   why a number is not finite; the line marked ``birth`` is where that was made
# intact: y = w * h.clone()             and the line that takes the place of the one marked ``saved`` for the right one

Marks (see case.py) name the lines. They and all labels come from plain torch and from reading the program, never from a diagnosis.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.diagnose.case import MARK, Seen

FOLDER = Path(__file__).parent / "public"
KNOWN_WRONG = FOLDER / "known_wrong.txt"
NOTHING, UNKNOWN = "nothing", "unknown"


@dataclass(frozen=True)
class PublicProgram:
    """A program and its labels."""

    name: str
    code: str
    plain: str
    expect: str
    tensors: tuple[str, ...]
    gradient: str | None
    intact: str | None
    cause: str | None

    @property
    def theme(self) -> str:
        """The folder that the program is in."""
        return self.name.partition("/")[0]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of diagnosis that it calls for; none where nothing is wrong, or where no kind exists for it."""
        first = self.expect.split()[0]
        return () if first in (NOTHING, UNKNOWN) else tuple(kind.strip() for kind in self.expect.split("+"))

    @property
    def raises(self) -> tuple[str, str] | None:
        """The exception's type and a part of its message, None where the program completes."""
        word, _, rest = self.plain.partition(" ")
        if word == "completes":
            return None
        exception, _, message = rest.partition(": ")
        return exception, message

    @property
    def marks(self) -> dict[str, int]:
        """The marked lines."""
        return {mark: number for number, line in enumerate(self.code.split("\n"), 1) for mark in line.partition(MARK)[2].split()}

    def with_intact_save(self) -> str:
        """The program with the line that saves replaced by one that saves a copy."""
        lines = self.code.split("\n")
        index = self.marks["saved"] - 1
        indent = len(lines[index]) - len(lines[index].lstrip())
        lines[index] = " " * indent + (self.intact or "")
        return "\n".join(lines)


def public_programs() -> list[PublicProgram]:
    """Read all programs."""
    return [_read(path) for path in sorted(FOLDER.glob("*/*.py"))]


def known_wrong() -> dict[str, str]:
    """The programs whose diagnosis is wrong today, with what is wrong about it."""
    lines = KNOWN_WRONG.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {name: reason for name, _, reason in pairs}


def _read(path: Path) -> PublicProgram:
    code = path.read_text(encoding="utf-8")
    labels = {}
    for line in code.split("\n"):
        if not line.startswith("# "):
            break
        label, colon, value = line[2:].partition(": ")
        if colon and label in ("plain", "expect", "tensor", "gradient", "intact", "cause"):
            labels[label] = value
    tensors = tuple(name.strip() for name in labels.get("tensor", "").split("|") if name.strip())
    name = f"{path.parent.name}/{path.stem}"
    return PublicProgram(
        name, code, labels["plain"], labels["expect"], tensors, labels.get("gradient"), labels.get("intact"), labels.get("cause")
    )


LINES = {"here": "line", "saved": "saved_line", "edit": "edit_line", "cut": "cut_line", "birth": "birth_line", "raise": "raise_line"}


def what_is_wrong(program: PublicProgram, seen: Seen) -> list[str]:
    """What of the diagnoses contradicts the labels; empty where they are right."""
    if "cut_gradient" in program.kinds:  # never more than a note
        told = [diagnosis for diagnosis in seen.diagnoses if diagnosis.kind == "cut_gradient"]
    else:
        told = [diagnosis for diagnosis in seen.diagnoses if diagnosis.severity != "note"]
    found = [f"alarm {kind}" for kind in sorted({kind for kind, _ in seen.alarms} - set(program.kinds))]
    found += [f"missed {kind}" for kind in program.kinds if kind not in {diagnosis.kind for diagnosis in told}]
    if found or not program.kinds:
        return found
    first = told[0]
    if first.kind != program.kinds[0]:
        found.append(f"first is {first.kind}")
    if program.tensors and first.name not in program.tensors:
        found.append(f"name {first.name}")
    if program.cause != first.cause:
        found.append(f"cause {first.cause}")
    for mark, line in program.marks.items():
        given = getattr(first, LINES[mark])
        if given != line and not (mark == "raise" and given is None):
            found.append(f"{mark} line {given}, not {line}")
    causes = Counter((diagnosis.kind, diagnosis.edit_line, diagnosis.name) for diagnosis in told)
    found += [f"told {times} times of {kind}" for (kind, _, _), times in causes.items() if times > 1]
    return found
