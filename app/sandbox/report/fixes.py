"""Judges a fix: the fixed program must run to its end, with the gradients that the program before the fix was meant to have.

    fixed run ── raised ──▶ raises          stopped ──▶ unchecked
        │ completed
    intended run: the program before the fix, see ``gradreel/tracer/control/intended.py``
        ├─ backward passes, one by one: the values they begin from, the gradients they give
        └─ gradients and values by name, in the end        all the same ──▶ works       any differs ──▶ changes

Where the intended run raised as well, only what it came to before can be compared. Values are the same up to rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.sandbox.report.expected import alike
from gradreel.trace import ControlRun, EnginePass, NotedTensor, Value

FixVerdict = Literal["works", "raises", "changes", "unchecked"]
Notes = tuple[NotedTensor | None, ...]

MAX_CHANGED = 8
MAX_NAME_CHARS = 100
GRADIENT = ".grad"
OWN_MEMORY = frozenset({"clone_alias"})
"""Kinds whose sentence says that another name keeps its values: what is computed from them is meant to differ, gradients are not."""
EDITS_OTHERWISE = frozenset({"step_after_backward", "edit_after_backward", "inplace_off"})
"""Kinds whose sentence says that an edit is made later or not in place: what it edited may hold other values in the end."""
HAD_NO_RUN = frozenset({"use_cpu", "no_workers"})
"""Kinds for programs that no machine like this one could ever run: to complete is all that can be asked."""
OF_REFUSED_CALLS = frozenset(
    {"sum_root", "mean_root", "gradient_argument", "detach_first", "float_values", "clone_not_copy", "result_not_out"}
)
"""Kinds for calls that PyTorch refuses whatever the values are: where the program came to nothing before, there is nothing to compare."""


@dataclass(frozen=True)
class Judgement:
    """The verdict on one fix, and what it rests on."""

    verdict: FixVerdict
    changed: tuple[str, ...] = ()
    """Gradients and tensors that differ, by name: ``w.grad``; "" for one that no name of the module leads to."""
    exception_type: str = ""
    """What the fixed program raises."""


UNCHECKED = Judgement("unchecked")


class Undecided(Exception):
    """Two values show too little to tell whether they are the same."""


def judge_fix(kind: str, fixed: ControlRun | None, intended: ControlRun | None, *, same_program: bool = False) -> Judgement:
    """Compare the two runs; of two runs of the ``same_program`` the way in which they end is not judged."""
    if fixed is None or fixed.outcome.status == "stopped":
        return UNCHECKED
    if fixed.outcome.failure is not None and not same_program:
        return Judgement("raises", exception_type=(fixed.outcome.failure.exception_type or "")[:MAX_NAME_CHARS])
    if kind in HAD_NO_RUN and not same_program:
        return Judgement("works")
    if intended is None or intended.outcome.status == "stopped":
        return UNCHECKED
    if not _says_anything(intended):
        return Judgement("works") if kind in OF_REFUSED_CALLS and not same_program else UNCHECKED
    try:
        changed = dict.fromkeys(_changed(kind, fixed, intended))
    except Undecided:
        return UNCHECKED
    return Judgement("changes", tuple(name[:MAX_NAME_CHARS] for name in changed)[:MAX_CHANGED]) if changed else Judgement("works")


def _says_anything(intended: ControlRun) -> bool:
    return intended.outcome.status == "completed" or bool(intended.passes)


def _changed(kind: str, fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    if intended.outcome.status == "completed":
        if intended.exact:
            yield from _changed_names(kind, fixed, intended)
        if fixed.pass_count != intended.pass_count:
            yield ""
    if len(fixed.passes) < len(intended.passes):
        yield ""
    for one, other in zip(fixed.passes, intended.passes, strict=False):
        if _pass_differs(kind, one, other):
            yield ""
            return
        if not other.exact:
            return  # what follows may rest on gradients that are not the meant ones


def _changed_names(kind: str, fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    """Names that mean something else in the end, gradients first."""
    for name in sorted(intended.values, key=lambda each: not each.endswith(GRADIENT)):
        value, meant = fixed.values.get(name), intended.values[name]
        is_gradient = name.endswith(GRADIENT)
        if value is None:
            if is_gradient:
                yield name
        elif (is_gradient or kind not in OWN_MEMORY | EDITS_OTHERWISE) and not _alike(value, meant):
            yield name


def _pass_differs(kind: str, fixed: EnginePass, intended: EnginePass) -> bool:
    if kind not in OWN_MEMORY and not _all_same(fixed.roots, intended.roots):
        return True
    if not intended.exact or intended.gradients is None:
        return False
    return fixed.gradients is None or not _all_same_in_any_order(fixed.gradients, intended.gradients)


def _all_same(ones: Notes, others: Notes) -> bool:
    return len(ones) == len(others) and all(_same(one, other) for one, other in zip(ones, others, strict=True))


def _all_same_in_any_order(ones: Notes, others: Notes) -> bool:
    """A fix may lead to the leaves in another order; a gradient that is not there is one that was never asked for."""
    left = [one for one in ones if one is not None]
    for other in (other for other in others if other is not None):
        found = next((place for place, one in enumerate(left) if one.digest == other.digest), None)
        if found is None:
            found = next((place for place, one in enumerate(left) if _same(one, other)), None)
        if found is None:
            return False
        del left[found]
    return not left


def _same(one: NotedTensor | None, other: NotedTensor | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.digest == other.digest:
        return True
    if one.value is None or other.value is None:
        raise Undecided
    return _alike(one.value, other.value)


def _alike(one: Value, other: Value) -> bool:
    same = alike(one, other) if one.shape == other.shape else False
    if same is None:
        raise Undecided
    return same
