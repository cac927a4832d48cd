"""The verdict on a fix, from two control runs: written down here, and made by plain torch."""

from __future__ import annotations

from typing import Any

import pytest

from app.sandbox.report.fixes import Judgement, judge_cells, judge_fix
from gradreel.trace import ControlRun, EndedCell, EnginePass, Failure, NotedTensor, Outcome, Value

COMPLETED = Outcome(status="completed")


def value(*numbers: float) -> Value:
    return Value(shape=(len(numbers),), preview_shape=(len(numbers),), preview=numbers, min=min(numbers), max=max(numbers), mean=0.0)


def noted(*numbers: float) -> NotedTensor:
    return NotedTensor(digest=repr(numbers), value=value(*numbers))


def ended(root: float = 1.0, gradient: float | None = 2.0, **fields: Any) -> ControlRun:
    """A run with one backward pass."""
    gradients = None if gradient is None else (noted(gradient),)
    each = EnginePass(roots=(noted(root),), gradients=gradients)
    return ControlRun.model_validate({"outcome": COMPLETED, "passes": (each,), "pass_count": 1, **fields})


def raised(message: str = "no", **fields: Any) -> ControlRun:
    failure = Failure(kind="python_error", message=message, exception_type="RuntimeError")
    return ended(outcome=Outcome(status="raised", failure=failure), **fields)


def test_fix_with_the_same_gradients_and_roots_works() -> None:
    assert judge_fix("out_of_place", ended(), ended()).verdict == "works"


def test_gradients_that_differ_only_by_rounding_work() -> None:
    assert judge_fix("out_of_place", ended(gradient=2.00001), ended()).verdict == "works"


def test_fixed_program_that_raises_names_the_exception() -> None:
    assert judge_fix("out_of_place", raised(), ended()) == Judgement("raises", exception_type="RuntimeError")


@pytest.mark.parametrize("fixed", [None, ended(outcome=Outcome(status="stopped", failure=Failure(kind="memory", message="")))])
def test_fixed_program_that_gave_nothing_to_compare_is_unchecked(fixed: ControlRun | None) -> None:
    assert judge_fix("out_of_place", fixed, ended()).verdict == "unchecked"


def test_another_gradient_changes_the_program() -> None:
    assert judge_fix("out_of_place", ended(gradient=3.0), ended()).verdict == "changes"


def test_another_loss_changes_the_program_though_gradients_are_the_same() -> None:
    assert judge_fix("out_of_place", ended(root=5.0), ended()).verdict == "changes"


def test_memory_of_its_own_may_change_the_loss_but_no_gradient() -> None:
    assert judge_fix("clone_alias", ended(root=5.0), ended()).verdict == "works"
    assert judge_fix("clone_alias", ended(root=5.0, gradient=3.0), ended()).verdict == "changes"


def test_changed_names_are_told_gradients_first() -> None:
    intended = ended(values={"h": value(1.0), "w.grad": value(2.0), "x": value(3.0)})
    fixed = ended(values={"h": value(9.0), "w.grad": value(8.0), "x": value(3.0)})
    assert judge_fix("out_of_place", fixed, intended) == Judgement("changes", ("w.grad", "h"))


def test_gradient_that_is_gone_changes_the_program() -> None:
    assert judge_fix("out_of_place", ended(), ended(values={"w.grad": value(2.0)})) == Judgement("changes", ("w.grad",))


def test_backward_pass_that_is_gone_changes_the_program() -> None:
    assert judge_fix("out_of_place", ControlRun(outcome=COMPLETED), ended()).verdict == "changes"


def test_program_that_raised_even_as_it_was_meant_is_compared_as_far_as_it_came() -> None:
    assert judge_fix("stack", ended(), raised(gradient=None)).verdict == "works"
    assert judge_fix("stack", ended(root=5.0), raised(gradient=None)).verdict == "changes"


def test_program_that_came_to_nothing_leaves_a_fix_unchecked_unless_no_machine_here_can_run_it() -> None:
    nothing = raised(passes=(), pass_count=0)
    assert judge_fix("out_of_place", ended(), nothing).verdict == "unchecked"
    assert judge_fix("use_cpu", ended(), nothing).verdict == "works"


def test_fix_of_a_refused_call_works_where_the_program_came_to_nothing_before_and_completes_now() -> None:
    assert judge_fix("sum_root", ended(), raised()).verdict == "works"
    assert judge_fix("sum_root", raised(), raised()).verdict == "raises"
    assert judge_fix("sum_root", ended(), None).verdict == "unchecked"


def test_gradients_after_a_refused_edit_are_not_compared_but_the_loss_is() -> None:
    carried_out = ended(exact=False, passes=(EnginePass(roots=(noted(1.0),), gradients=(noted(2.0),), exact=False),))
    assert judge_fix("no_grad", ended(gradient=7.0), carried_out).verdict == "works"
    assert judge_fix("no_grad", ended(root=7.0), carried_out).verdict == "changes"


def test_values_of_which_too_little_is_shown_leave_a_fix_unchecked() -> None:
    large = Value(shape=(100,), preview_shape=(1,), preview=(1.0,))
    one, other = (ended(values={"h": large}) for _ in range(2))
    assert judge_fix("out_of_place", one, other).verdict == "unchecked"


def test_two_runs_of_one_program_are_the_same_however_they_end() -> None:
    assert judge_fix("stack", raised(), raised(), same_program=True).verdict == "works"
    assert judge_fix("stack", raised(root=3.0), raised(), same_program=True).verdict == "changes"


def two(first: float = 1.0, second: float = 1.0, gradient: float = 2.0, **fields: Any) -> ControlRun:
    """A run with two backward passes, each with a gradient."""
    passes = tuple(EnginePass(roots=(noted(root),), gradients=(noted(gradient),)) for root in (first, second))
    return ControlRun.model_validate({"outcome": COMPLETED, "passes": passes, "pass_count": 2, **fields})


@pytest.mark.parametrize("kind", ["fresh_graph", "empty_list", "forward_again", "forward_after_step", "compute_in_loop", "deep_copy"])
def test_fix_that_goes_on_from_other_values_works_where_the_first_pass_stays(kind: str) -> None:
    assert judge_fix(kind, two(second=7.0, values={"w.grad": value(9.0)}), two(values={"w.grad": value(2.0)})).verdict == "works"
    assert judge_fix(kind, two(first=7.0), two()).verdict == "changes"
    assert judge_fix(kind, two(gradient=7.0), two()).verdict == "changes"
    assert judge_fix(kind, ended(), two()).verdict == "changes"
    assert judge_fix("out_of_place", two(second=7.0), two()).verdict == "changes"


@pytest.mark.parametrize("kind", ["detach_shared", "no_new_leaf", "rsample"])
def test_fix_that_leads_gradients_elsewhere_works_where_the_first_pass_begins_as_before(kind: str) -> None:
    assert judge_fix(kind, two(gradient=7.0), two()).verdict == "works"
    assert judge_fix(kind, two(first=7.0), two()).verdict == "changes"


NO_CUDA = "Torch not compiled with CUDA enabled"


def test_program_that_fails_of_something_else_on_the_cpu_runs_there() -> None:
    assert judge_fix("use_cpu", raised("has been modified by an inplace operation"), raised(NO_CUDA)).verdict == "works"
    assert judge_fix("use_cpu", raised(NO_CUDA), raised(NO_CUDA)).verdict == "raises"
    assert judge_fix("use_cpu", raised("Found no NVIDIA driver on your system"), raised(NO_CUDA)).verdict == "raises"
    assert judge_fix("out_of_place", raised("no"), raised(NO_CUDA)).verdict == "raises"


@pytest.mark.parametrize("kind", ["make_leaf", "detach_name", "no_grad_mode"])
def test_fix_of_a_call_that_was_refused_before_any_pass_works_where_it_runs(kind: str) -> None:
    nothing = raised(passes=(), pass_count=0)
    assert judge_fix(kind, ended(), nothing).verdict == "works"
    assert judge_fix(kind, raised(), nothing).verdict == "raises"


def cells(*ends: str) -> tuple[EndedCell, ...]:
    """Cells that completed (""), were stopped, or raised an exception of this type."""
    return tuple(
        EndedCell(status="completed")
        if not end
        else EndedCell(status="stopped")
        if end == "stopped"
        else EndedCell(status="raised", failure=Failure(kind="python_error", message="", exception_type=end))
        for end in ends
    )


def test_fix_of_a_cell_is_judged_by_that_cell_and_not_by_the_ones_that_failed_before() -> None:
    first = raised().outcome
    assert judge_fix(
        "out_of_place", ended(outcome=first, cells=cells("ValueError", "")), ended(outcome=first, cells=cells("ValueError", ""))
    ) == (Judgement("works"))
    again = ended(outcome=first, cells=cells("ValueError", "KeyError"))
    assert judge_fix("out_of_place", again, ended(cells=cells("ValueError", ""))) == Judgement("raises", exception_type="KeyError")
    stopped = ended(outcome=first, cells=cells("ValueError", "stopped"))
    assert judge_fix("out_of_place", stopped, ended(cells=cells("ValueError", ""))).verdict == "unchecked"


@pytest.mark.parametrize(
    ("fixed", "verdict"),
    [
        (("KeyError", "", ""), "works"),
        (("KeyError", "ValueError", ""), "works"),
        (("", "", "", ""), "works"),
        (("ValueError", "", ""), "raises"),
        (("KeyError", "", "NameError"), "raises"),
        (("KeyError", "stopped", ""), "unchecked"),
        (("", ""), "unchecked"),
    ],
)
def test_other_cells_must_end_as_before_or_complete(fixed: tuple[str, ...], verdict: str) -> None:
    before = ControlRun(outcome=COMPLETED, cells=cells("KeyError", "ValueError", ""))
    assert judge_cells(ControlRun(outcome=COMPLETED, cells=cells(*fixed)), before).verdict == verdict
    assert judge_cells(None, before).verdict == "unchecked"
