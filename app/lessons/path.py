"""The lessons in order: which built-in film each one shows, and what its task wants."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.lessons.wants import Completes, FreesGraphs, Gradient, Holds, Leaf, Line, Want, Without

TASKS = Path(__file__).parent / "tasks"
E1 = math.e
SIGMOID = tuple(1 / (1 + math.exp(-x)) for x in (1.0, 2.0))


@dataclass(frozen=True)
class Lesson:
    """One page of ``/learn``."""

    id: str
    """Names its texts and its task as well."""
    film: str
    """Id of the built-in example that it shows."""
    wants: tuple[Want, ...]

    @cached_property
    def start(self) -> str:
        """The program that the task begins with."""
        return (TASKS / f"{self.id}.py").read_text(encoding="utf-8")


LESSONS = (
    Lesson("leaves", "grad-of-a-non-leaf", (Completes(), Line("h = w * 3"), Gradient("h", (6, 12)))),
    Lesson("sums", "grad-accumulates", (Completes(), Line("loss.backward()", 3), Gradient("w", (4,)))),
    Lesson("leaf-edits", "init-a-weight", (Completes(), Line("w.fill_(0.5)"), Leaf("w"), Gradient("w", (1, 1, 1)))),
    Lesson(
        "versions",
        "edit-after-save",
        (Completes(), Line("y = w.exp()"), Without("clone"), Holds("y", (2, E1 + 1)), Gradient("w", (1, E1))),
    ),
    Lesson("what-is-saved", "result-saved", (Completes(), Line("y.mul_(2)"), Gradient("x", (2, 2 * E1)))),
    Lesson(
        "data-and-detach",
        "data-escapes-the-check",
        (Completes(), Line("c.zero_()"), Holds("c", (0, 0)), Gradient("a", tuple(s * (1 - s) for s in SIGMOID))),
    ),
    Lesson("views", "view-makes-base-stale", (Completes(), Line("row.zero_()"), Gradient("w", (2, 4, 6, 8)))),
    Lesson("views-of-one-call", "split-refuses-edits", (Completes(), Line("left.mul_(10)"), Gradient("w", (10, 10, 1, 1)))),
    Lesson("twice", "two-losses-one-trunk", (Completes(), Line("trunk = w.exp()"), FreesGraphs(), Gradient("w", (11, 11 * E1)))),
    Lesson(
        "optimizer-between",
        "step-between-backwards",
        (Completes(), Line("optimizer.step()"), Gradient("w1", (48,)), Gradient("w2", (32,))),
    ),
    Lesson("cuts", "item-drops-a-factor", (Completes(), Line("loss = w * scale"), Gradient("w", (6,)))),
    Lesson("built-anew", "tensor-of-tensors", (Completes(), Line("loss = (a ** 2).sum()"), Gradient("a0", (2,)), Gradient("a1", (4,)))),
)


def lesson_named(id: str) -> Lesson | None:
    """Return the lesson with this id."""
    return next((lesson for lesson in LESSONS if lesson.id == id), None)
