"""Ranks the edits of a piece of code by how likely each is to have made a saved tensor stale, with the reason that speaks most for it.

What the message names counts most, then the names on the line that anomaly mode gives, then where an edit lies between that line and
``backward()``. Points are weights of reasons, set by the corpora of the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gradreel.reading.edits import Edit
from gradreel.reading.facts import Stated, op_of
from gradreel.reading.program import Program
from gradreel.trace import Param

SAME_OPS = {
    "leakyrelu": ("leakyrelu", "leaky_relu"),
    "hardtanh": ("relu6", "hardtanh"),
    "mul": ("dropout", "alphadropout", "mul"),
    "nativedropout": ("dropout",),
    "maskedfill": ("masked_fill",),
    "indexput": ("copyslices",),
    "copy": ("copy", "copyslices"),
    "asstrided": ("copyslices",),
    "elu": ("elu", "selu", "celu"),
}
"""Op of a node, in small letters → the edits that may have recorded it, where the names differ."""
PARTS = (
    "select",
    "slice",
    "asstrided",
    "view",
    "unsafeview",
    "expand",
    "split",
    "unbind",
    "chunk",
    "narrow",
    "squeeze",
    "unsqueeze",
    "permute",
)
"""Nodes of views: what is edited is often the whole that they are a part of."""
OF_WEIGHTS = ("t", "transpose", "permute", "asstrided", "expand")
"""Nodes through which layers use their weights."""


@dataclass
class Ranked:
    """An edit with what speaks for it."""

    edit: Edit
    points: float = 0.0
    reasons: list[tuple[float, str, dict[str, Param]]] = field(default_factory=list)

    def add(self, points: float, reason: str | None = None, **params: Param) -> None:
        """Add points; a reason that is given may be told."""
        self.points += points
        if reason is not None:
            self.reasons.append((points, reason, params))

    @property
    def reason(self) -> tuple[str, dict[str, Param]]:
        """The one that speaks most for it, by its key."""
        _, key, params = max(self.reasons, key=lambda each: each[0], default=(0, f"reading-edit-{self.edit.how}", {}))
        return key, params


def ranked(program: Program, stated: Stated, saved_line: int | None, raise_line: int | None, saver: str | None) -> list[Ranked]:
    """Rank all edits of a program, the likeliest first; those that move no version counter are left out."""
    context = _Context(program, stated, saved_line, raise_line, saver)
    found = [context.judged(edit) for edit in program.edits if not edit.data]
    return _once(sorted(found, key=lambda each: (-each.points, each.edit.line)))


def _once(found: Iterable[Ranked]) -> list[Ranked]:
    """Each line once."""
    seen: dict[int, Ranked] = {}
    for each in found:
        seen.setdefault(each.edit.line, each)
    return list(seen.values())


class _Context:
    def __init__(self, program: Program, stated: Stated, saved_line: int | None, raise_line: int | None, saver: str | None) -> None:
        self._program = program
        self._stated = stated
        self._saved = saved_line
        self._raise = raise_line
        self._op = op_of(stated.node) if stated.node else None
        self._made = program.made_by(self._op) if self._op else set()
        self._read, self._bound = program.names_on(saved_line) if saved_line else (set(), set())
        self._keeps_result = saver is not None and saver == stated.node
        self._function = program.function_at(raise_line) if raise_line else 0
        self._loops = program.loops_at(raise_line) if raise_line else ()

    def judged(self, edit: Edit) -> Ranked:
        made = Ranked(edit)
        self._by_node(made)
        self._by_names(made)
        self._by_place(made)
        self._by_kind(made)
        return made

    def _by_node(self, made: Ranked) -> None:
        edit, op = made.edit, self._op
        if op is None:
            return
        if edit.op in (op, *SAME_OPS.get(op, ())) or edit.op.replace("_", "") == op:
            made.add(4, "reading-edit-node", node=self._stated.node)
        if op in OF_WEIGHTS and edit.how in ("step", "load"):
            made.add(4, "reading-edit-weights", node=self._stated.node)
        if op in PARTS and edit.op == "copyslices":
            made.add(2, "reading-edit-part", node=self._stated.node)
        if edit.target and any(edit.target == name for name in self._made):
            made.add(3, "reading-edit-maker", name=edit.target, node=self._stated.node)
        elif edit.target and any(self._program.are_one(edit.target, name) for name in self._made):
            made.add(2, "reading-edit-maker", name=edit.target, node=self._stated.node)

    def _by_names(self, made: Ranked) -> None:
        target = made.edit.target
        if target is None or self._saved is None:
            return
        if made.edit.line == self._saved and made.edit.how == "augmented":
            made.add(-1)
        best, other = (self._bound, self._read) if self._keeps_result else (self._read, self._bound)
        if target in best:
            made.add(4, "reading-edit-saved", name=target, saved_line=self._saved)
        elif target in other:
            made.add(2.5, "reading-edit-saved", name=target, saved_line=self._saved)
        elif any(self._program.are_one(target, name) for name in best | other):
            made.add(2.5, "reading-edit-alias", name=target, saved_line=self._saved)

    def _by_place(self, made: Ranked) -> None:
        edit = made.edit
        same = edit.function == self._function
        repeated = bool(set(edit.loops) & set(self._loops)) if same else True
        if self._raise is not None and same:
            made.add(1 if edit.line < self._raise else 0 if repeated else -5)
        if self._saved is not None and edit.function == self._program.function_at(self._saved):
            in_loop = bool(set(edit.loops) & set(self._program.loops_at(self._saved)))
            made.add(1.5 if edit.line >= self._saved else 0 if in_loop else -3)
        if same and edit.how == "step" and self._raise is not None and edit.line > self._raise:
            # What the next round computes, it computes from the new values.
            made.add(-1.5 if repeated else -3)
        if edit.grad:
            made.add(-4)

    def _by_kind(self, made: Ranked) -> None:
        edit, shape = made.edit, self._stated.shape
        if edit.target is not None and edit.how == "augmented" and edit.op != "copyslices" and edit.target in self._program.numbers:
            made.add(-4)
        if edit.target is not None and edit.how == "subscript" and edit.target in self._program.numbers:
            made.add(-6)
        if self._stated.node is None and self._stated.current is not None:
            if edit.how in ("step", "load", "norm"):
                made.add(2, "reading-edit-leaf-step")
            elif edit.no_grad:
                made.add(1.5, "reading-edit-leaf-no-grad")
        elif edit.how in ("step", "load", "norm"):
            made.add(-1.5 if self._op not in OF_WEIGHTS else 0)
        if shape and edit.target and any(shape in self._program.shapes[name] for name in (edit.target,)):
            made.add(2, "reading-edit-shape", name=edit.target)
        made.add({"augmented": 0.2, "subscript": 0.2, "module": 0.3, "method": 0.1}.get(edit.how, 0.0))
        if edit.loops:
            made.add(0.3)
