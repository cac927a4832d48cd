"""Programs as people post them who have met an error of autograd, and the same mended: training loops, not exercises.

``forum/*.txt`` hold them; a line ``### name | kind | tensor`` begins each: the kind of its first diagnosis above a note (``none``), and
what that calls the tensor (``-`` where it has no name). Marks say which lines it must name.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.diagnose.case import program

FOLDER = Path(__file__).parent / "forum"


@dataclass(frozen=True)
class Posted:
    """One program, and what must be said of it."""

    name: str
    kind: str | None
    tensor: str | None
    code: str


def posted() -> list[Posted]:
    """Read all programs."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for part in path.read_text(encoding="utf-8").split("### ")[1:]:
            head, text = part.split("\n", 1)
            name, kind, tensor = (word.strip() for word in head.split("|"))
            found.append(Posted(name, None if kind == "none" else kind, None if tensor == "-" else tensor, program(text)))
    return found
