"""Judges a fix: the fixed program must run to its end, with the gradients that the program before the fix was meant to have.

    fixed run ── raised ──▶ raises          stopped ──▶ unchecked
        │ completed
    intended run: the program before the fix, see ``gradreel/tracer/control/intended.py``
        ├─ backward passes, one by one: the values they begin from, the gradients they give
        └─ gradients and values by name, in the end        all the same ──▶ works       any differs ──▶ changes

Of a program in percent format both runs end with the cell that the fix is for, and it is this cell that must complete; the other cells
must then end as they did, or complete, see ``judge_cells``.

Where the intended run raised as well, only what it came to before can be compared. Values are the same up to rounding.

Of a fix that keeps numbers finite all passes must be so, and gradients stay what they were where they were finite: ``finite.py``.

Some fixes say that later passes begin from other values, or that a loss gives no gradient to a part: what carried a graph over is
detached, a network gets weights of its own. Of these the first pass is compared, by what the sentence leaves as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.sandbox.report.finite import changed_or_not_finite
from app.sandbox.report.notes import GRADIENT, Notes, Undecided, alike_for_certain, is_same
from gradreel.diagnose.kinds.device_unavailable import device_missing
from gradreel.trace import ControlRun, EndedCell, EnginePass, Outcome

FixVerdict = Literal["works", "raises", "changes", "unchecked"]

MAX_CHANGED = 8
MAX_NAME_CHARS = 100
OWN_MEMORY = frozenset({"clone_alias"})
"""Kinds whose sentence says that another name keeps its values: what is computed from them is meant to differ, gradients are not."""
EDITS_OTHERWISE = frozenset({"step_after_backward", "edit_after_backward", "inplace_off"})
"""Kinds whose sentence says that an edit is made later or not in place: what it edited may hold other values in the end."""
GOES_ON_OTHERWISE = frozenset(
    {
        *("fresh_graph", "empty_list", "forward_after_step", "forward_again", "compute_in_loop", "deep_copy"),
        *("clear_gradients", "clear_gradient", "step_then_clear", "clip_before_step", "schedule_after_step", "unscale_before_clip"),
        *("optimize_too", "optimizer_after", "whole_module", "update_by_hand"),
    }
)
"""Kinds whose sentence says that the program goes on from other values: what led to the first pass, and what it gave, stays."""
OTHER_GRADIENTS = frozenset({"detach_shared", "no_new_leaf", "rsample"})
"""Kinds whose sentence says that a part gets no gradient any more, or gets one at last: the first pass begins from the same loss."""
MADE_FINITE = frozenset(
    {
        *("safe_where", "eps_in_root", "clamp_root", "eps_in_division", "clamp_log", "clamp_domain", "log_softmax", "log_sigmoid"),
        *("softplus", "finite_mask", "mean_of_any", "without_correction", "with_logits"),
    }
)
"""Kinds that keep numbers finite: up to the first pass that was not, gradients stay what they were wherever these were finite."""
HAD_NO_RUN = frozenset({"use_cpu", "no_workers"})
"""Kinds for programs that no machine like this one could ever run: to complete is all that can be asked."""
OF_REFUSED_CALLS = frozenset(
    {
        *("sum_root", "mean_root", "gradient_argument", "detach_first", "float_values", "clone_not_copy", "result_not_out"),
        *("make_leaf", "detach_name", "no_grad_mode", "parametrized", "out_of_place_inside"),
    }
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


def judge_fix(kind: str, fixed: ControlRun | None, intended: ControlRun | None, *, same_program: bool = False) -> Judgement:
    """Compare the two runs; of two runs of the ``same_program`` the way in which they end is not judged."""
    fixed, intended = _as_last_cell(fixed), _as_last_cell(intended)
    if fixed is None or fixed.outcome.status == "stopped":
        return UNCHECKED
    if kind == "use_cpu" and fixed.outcome.failure is not None and _comes_further(fixed, intended):
        return Judgement("works")
    if fixed.outcome.failure is not None and not same_program:
        return Judgement("raises", exception_type=(fixed.outcome.failure.exception_type or "")[:MAX_NAME_CHARS])
    if kind in HAD_NO_RUN and not same_program:
        return Judgement("works")
    if intended is None or intended.outcome.status == "stopped":
        return UNCHECKED
    if not _says_anything(intended):
        return Judgement("works") if kind in OF_REFUSED_CALLS and not same_program else UNCHECKED
    try:
        kept_finite = kind in MADE_FINITE and not same_program
        changed = dict.fromkeys(changed_or_not_finite(fixed, intended) if kept_finite else _changed(kind, fixed, intended))
    except Undecided:
        return UNCHECKED
    return Judgement("changes", tuple(name[:MAX_NAME_CHARS] for name in changed)[:MAX_CHANGED]) if changed else Judgement("works")


def judge_cells(fixed: ControlRun | None, before: ControlRun | None) -> Judgement:
    """Compare how the cells of the whole fixed program end with how they ended before: one that completed must, one that raised may.

    A cell that the program added in front, such as an import, has none to be compared with.
    """
    if fixed is None or before is None or len(fixed.cells) < len(before.cells) or not before.cells:
        return UNCHECKED
    pairs = list(zip(fixed.cells[-len(before.cells) :], before.cells, strict=True))
    if any(now.status == "stopped" and then.status != "stopped" for now, then in pairs):
        return UNCHECKED
    for now, then in pairs:
        if now.status == "raised" and (then.status == "completed" or _type_of(now) != _type_of(then)):
            return Judgement("raises", exception_type=_type_of(now))
    return Judgement("works")


def _type_of(cell: EndedCell) -> str:
    return ((cell.failure.exception_type if cell.failure else None) or "")[:MAX_NAME_CHARS]


def _as_last_cell(run: ControlRun | None) -> ControlRun | None:
    """Put the end of a program's last cell in the place of its outcome, which tells of the first cell that did not complete."""
    if run is None or not run.cells:
        return run
    last = run.cells[-1]
    if last.status == "raised":
        return run.model_copy(update={"outcome": Outcome(status="raised", failure=last.failure)})
    ended = last.status == "completed" or (last.failure is not None and last.failure.kind == "exit")
    return run.model_copy(update={"outcome": Outcome(status="completed") if ended else Outcome(status="stopped", failure=last.failure)})


def _comes_further(fixed: ControlRun, intended: ControlRun | None) -> bool:
    """Whether the program went past what asked for the device: what it raises then has nothing to do with that, and can be diagnosed."""
    failure, before = fixed.outcome.failure, intended.outcome.failure if intended is not None else None
    if failure is None or before is None or failure.kind != "python_error" or failure.message == before.message:
        return False
    return device_missing(failure.message) is None and (failure.line or 0) >= (before.line or 0)


def _says_anything(intended: ControlRun) -> bool:
    return intended.outcome.status == "completed" or bool(intended.passes)


def _changed(kind: str, fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    if intended.outcome.status == "completed":
        if intended.exact and kind not in GOES_ON_OTHERWISE | OTHER_GRADIENTS:
            yield from _changed_names(kind, fixed, intended)
        if fixed.pass_count != intended.pass_count:
            yield ""
    if len(fixed.passes) < len(intended.passes):
        yield ""
    for one, other in zip(fixed.passes, intended.passes, strict=False):
        if _pass_differs(kind, one, other):
            yield ""
            return
        if not other.exact or kind in GOES_ON_OTHERWISE | OTHER_GRADIENTS:
            return  # what follows may rest on gradients that are not the meant ones


def _changed_names(kind: str, fixed: ControlRun, intended: ControlRun) -> Iterator[str]:
    """Names that mean something else in the end, gradients first."""
    for name in sorted(intended.values, key=lambda each: not each.endswith(GRADIENT)):
        value, meant = fixed.values.get(name), intended.values[name]
        is_gradient = name.endswith(GRADIENT)
        if value is None:
            if is_gradient:
                yield name
        elif (is_gradient or kind not in OWN_MEMORY | EDITS_OTHERWISE) and not alike_for_certain(value, meant):
            yield name


def _pass_differs(kind: str, fixed: EnginePass, intended: EnginePass) -> bool:
    if kind not in OWN_MEMORY and not _all_same(fixed.roots, intended.roots):
        return True
    if not intended.exact or intended.gradients is None or kind in OTHER_GRADIENTS:
        return False
    return fixed.gradients is None or not _all_same_in_any_order(fixed.gradients, intended.gradients)


def _all_same(ones: Notes, others: Notes) -> bool:
    return len(ones) == len(others) and all(is_same(one, other) for one, other in zip(ones, others, strict=True))


def _all_same_in_any_order(ones: Notes, others: Notes) -> bool:
    """A fix may lead to the leaves in another order; a gradient that is not there is one that was never asked for."""
    left = [one for one in ones if one is not None]
    for other in (other for other in others if other is not None):
        found = next((place for place, one in enumerate(left) if one.digest == other.digest), None)
        if found is None:
            found = next((place for place, one in enumerate(left) if is_same(one, other)), None)
        if found is None:
            return False
        del left[found]
    return not left
