"""A step that a program writes by hand, and that gives the name to a tensor that is no leaf, has the idiom as its first way out."""

from __future__ import annotations

import pytest

from tests.diagnose.case import Judged, RunPlainly, See, program

LOOP = """
    torch.manual_seed(0)
    x, y, lr = torch.randn(8, 3), torch.randn(8, 1), 0.1
    {made}
    for step in range(3):
        loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        {step}
"""
MADE = "w = torch.zeros(3, 1, requires_grad=True)"
STEP = "w = w - lr * w.grad  #! step"
BY_HAND = """
    torch.manual_seed(0)
    x, y, lr = torch.randn(8, 3), torch.randn(8, 1), 0.1
    w = torch.zeros(3, 1, requires_grad=True)
    opt = torch.optim.SGD([w], lr=lr)
    for step in range(3):
        loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        opt.step()
        opt.zero_grad()
    print(w)
"""


def test_step_that_loses_the_leaf_is_mended_to_what_an_optimizer_does(see: See, run_plainly: RunPlainly, judged: Judged) -> None:
    code = program(LOOP.format(made=MADE, step=STEP) + "    print(w)\n")
    (told,) = see(code).of("non_leaf_grad")
    assert told.fixes[0].kind == "update_by_hand"
    mended = told.fixes[0].code or ""
    assert "    with torch.no_grad():\n        w -= lr * w.grad\n    w.grad = None" in mended
    assert run_plainly(mended).printed == run_plainly(program(BY_HAND)).printed
    assert judged(code, told.fixes[0]) == "works"


def test_several_steps_below_each_other_are_mended_together(see: See, run_plainly: RunPlainly) -> None:
    steps = f"{STEP}\n        b = b - lr * b.grad"
    code = program(LOOP.format(made=f"{MADE}\n    b = torch.zeros(1, requires_grad=True)", step=steps).replace("x @ w", "x @ w + b"))
    fix = see(code).of("non_leaf_grad")[0].fixes[0]
    text = "    with torch.no_grad():\n        w -= lr * w.grad\n        b -= lr * b.grad\n    w.grad = None\n    b.grad = None\n"
    assert text in (fix.code or "").replace("  #! step", "")
    assert run_plainly(fix.code or "").error is None


@pytest.mark.parametrize("clear", ["w.grad.zero_()", "w.grad.data.zero_()", "w.grad = None"])
def test_gradient_that_the_program_clears_is_not_cleared_again(see: See, run_plainly: RunPlainly, clear: str) -> None:
    fix = see(program(LOOP.format(made=MADE, step=f"{STEP}\n        {clear}"))).of("non_leaf_grad")[0].fixes[0]
    assert (fix.kind, fix.params["clears"]) == ("update_by_hand", False)
    assert "next round" not in fix.message
    assert run_plainly(fix.code or "").error is None


def test_update_under_no_grad_is_made_in_place_and_not_with_gradients_on(see: See, run_plainly: RunPlainly) -> None:
    step = "with torch.no_grad():\n            w = w - lr * w.grad\n        w.grad = None"
    fixes = [fix for told in see(program(LOOP.format(made=MADE, step=step))).of("no_grad_path") for fix in told.fixes]
    assert [fix.kind for fix in fixes] == ["in_place_update"]
    assert run_plainly(fixes[0].code or "").error is None


def test_error_that_the_missing_gradient_brings_is_explained_by_the_diagnosis(see: See) -> None:
    seen = see(program(LOOP.format(made=MADE, step=STEP)))
    (told,) = seen.of("non_leaf_grad")
    assert (told.raised, told.raise_line, told.line) == (True, seen.line("step"), seen.line("step"))
    assert seen.recording.events[told.event or 0].kind == "warning"


def test_step_in_a_function_names_the_variable_of_its_caller_and_the_line_that_rebinds_it(see: See) -> None:
    code = program("""
        x, y = torch.ones(8, 3), torch.ones(8)
        w = torch.zeros(3, requires_grad=True)
        b = torch.zeros(1, requires_grad=True)
        def update(p):
            return p - 0.1 * p.grad
        for step in range(2):
            loss = ((x.mv(w) + b - y) ** 2).mean()
            loss.backward()
            w = update(w)
            b = update(b)
    """)
    (told,) = see(code).of("non_leaf_grad")
    rebinds = code.splitlines().index("    w = update(w)") + 1
    assert f"w was a leaf on line {rebinds - 7}, but since line {rebinds} (w = update(w)) the name means a new tensor" in told.message
