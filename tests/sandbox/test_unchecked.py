"""What a failed version check prevented is what PyTorch's engine gives without it, and is claimed only where that can be known."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from app.sandbox.child.modes import MODES
from app.sandbox.protocol.modes import Mode
from app.sandbox.report.unchecked import with_unchecked
from gradreel.diagnose import diagnose
from gradreel.trace import ControlRun, Diagnosis, Fix, Recording
from gradreel.why.wording import message_of
from tests.diagnose.case import program
from tests.diagnose.stale_programs import FAILING
from tests.sandbox.unchecked_compared import Comparing, comparing
from tests.tracer.oracle import LIMITS, fresh_world

BUFFER = """
w1 = torch.tensor([1.0], requires_grad=True)
w2 = torch.tensor([3.0], requires_grad=True)
d = w1 + 3
f = d * w2
d[:] = 0
f.sum().backward()
"""
SLICE = """
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
h = w * 2
z = (h * h).sum()
h[1] = 0
z.backward()
"""
LARGE = """
w = torch.arange(12.0).view(3, 4).requires_grad_()
y = w.exp()
loss = y.sum()
y[2, 1] = 0
loss.backward()
"""
UNREAD = """
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
h = w * 1
loss = (h[:2] * h[:2]).sum()
h[2] = 9
loss.backward()
"""
GRAD = """
w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w.exp()
y.mul_(2)
print(torch.autograd.grad(y.sum(), w))
"""
IN_FUNCTION = """
def step(weight, data):
    hidden = weight * data
    loss = (hidden * hidden).sum()
    hidden.zero_()
    loss.backward()
step(torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0]))
"""
CAUGHT_BEFORE = """
w = torch.tensor([1.0], requires_grad=True)
(w * w).sum().backward()
try:
    (w * torch.ones(2, 3, requires_grad=True)).backward()
except RuntimeError:
    pass
y = w.exp()
y.add_(1)
y.sum().backward()
"""
CELLS = """# %%
import torch
w = torch.tensor([0.0], requires_grad=True)
# %%
y = w.exp()
y.add_(1)
y.sum().backward()
# %%
z = w.exp()
z.add_(2)
z.sum().backward()
"""
AFTER_A_SILENT_OVERWRITE = """
w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w.sigmoid()
y.data.zero_()
y.sum().backward()
{between}
y = w.exp()
y.mul_(2)
y.sum().backward()
"""
EXPANDED = """
w = torch.tensor([1.0], requires_grad=True)
x = torch.tensor(3.0).expand(1)
h = w * x * 1
loss = (h * h).sum()
h.zero_()
loss.backward()
"""
TRANSPOSED = """
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y = (w * x).sum()
x.t_()
y.backward()
"""
RESIZED = """
w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([1.0, 2.0])
y = (w * x).sum()
x.resize_(4)
y.backward()
"""
UNSEEDED = """
import os
x = torch.tensor([float(each) for each in os.urandom(3)])
w = torch.zeros(3, requires_grad=True)
h = x * 1
y = (w * h).sum()
h.add_(1)
y.backward()
"""
TRANSFORM = """
w = torch.tensor([1.0], requires_grad=True)
torch.func.vmap(lambda each: each * 2)(torch.ones(2))
y = w.exp()
y.add_(1)
y.sum().backward()
"""
SENTENCES = {
    "overwritten buffer": (program(BUFFER), "Without the check, w2.grad would have been [0]; right is [4]."),
    "one element": (program(SLICE), "Without the check, w.grad would have been [8, 0, 24]; right is [8, 16, 24]."),
    "one element of many": (program(LARGE), "Without the check, w.grad[2, 1] would have been 0; right is 8103."),
    "what backward never reads": (program(UNREAD), "Without the check, the gradient would have been right."),
    "autograd.grad": (program(GRAD), "Without the check, the gradient of w would have been [10.87, 29.56]; right is [5.437, 14.78]."),
    "names of a function": (program(IN_FUNCTION), "Without the check, weight.grad would have been [0, 0]; right is [18, 64]."),
    "after another failure": (program(CAUGHT_BEFORE), "Without the check, w.grad would have been [5.718]; right is [4.718]."),
    "after a gradient that was wrong and is cleared": (
        program(AFTER_A_SILENT_OVERWRITE.format(between="w.grad = None")),
        "Without the check, w.grad would have been [10.87, 29.56]; right is [5.437, 14.78].",
    ),
    "one element that has no stride": (program(EXPANDED), "Without the check, w.grad would have been [0]; right is [18]."),
    "first cell that fails": (CELLS, "Without the check, w.grad would have been [2]; right is [1]."),
}
NOTHING = {
    "transposed in place": program(TRANSPOSED),
    "resized in place": program(RESIZED),
    "other values in each run": program(UNSEEDED),
    "added to a gradient that was wrong": program(AFTER_A_SILENT_OVERWRITE.format(between="")),
    "a transform of torch.func": program(TRANSFORM),
}


@pytest.fixture(scope="module")
def both() -> Comparing:
    return comparing()


@functools.cache
def stated(code: str) -> tuple[Diagnosis, ...]:
    """The diagnoses of a program, with what the service claims; several tests look at those of one program."""
    return stated_and_asked(code)[0]


def stated_and_asked(code: str) -> tuple[tuple[Diagnosis, ...], list[Mode]]:
    """The same, and which runs were asked for."""
    asked: list[Mode] = []

    def run(mode: Mode) -> ControlRun:
        asked.append(mode)
        with fresh_world():
            return ControlRun.model_validate_json(MODES[mode](code, LIMITS, None))

    with fresh_world():
        recording = Recording.model_validate_json(MODES["traced"](code, LIMITS, None))
    return with_unchecked(code, recording, diagnose(code, recording).diagnoses, run), asked


@pytest.mark.parametrize("case", SENTENCES)
def test_sentence_says_what_the_gradient_would_have_been_and_what_is_right(case: str) -> None:
    code, sentence = SENTENCES[case]
    claimed = [each for each in stated(code) if each.unchecked]
    assert [message_of(each, "en").endswith(f" {sentence}") for each in claimed] == [True], [message_of(each, "en") for each in claimed]


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_is_claimed_where_it_cannot_be_known(case: str) -> None:
    found = stated(NOTHING[case])
    assert any(each.raised and each.kind == "version_mismatch" for each in found)
    assert not any(each.unchecked or each.unchecked_gradients for each in found)


def test_chinese_sentence_has_both_values() -> None:
    (claimed,) = [each for each in stated(program(BUFFER)) if each.unchecked]
    assert message_of(claimed, "zh").endswith("。如果没有这项检查，w2.grad 会是 [0]，正确的是 [4]。")


def test_program_without_a_failed_check_is_run_no_more() -> None:
    for code in ("w = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()", "w = torch.ones(2, requires_grad=True)\nw.add_(1)"):
        assert stated_and_asked(program(code))[1] == []


@pytest.mark.parametrize(("case", "expected"), [("one element", 4), ("first cell that fails", 3)])
def test_runs_are_told_before_the_first_of_them_is_asked_for(case: str, expected: int) -> None:
    code = SENTENCES[case][0]
    told: list[Mode] = []
    asked: list[Mode] = []

    def run(mode: Mode) -> ControlRun:
        asked.append(mode)
        assert mode in told
        with fresh_world():
            return ControlRun.model_validate_json(MODES[mode](code, LIMITS, None))

    with fresh_world():
        recording = Recording.model_validate_json(MODES["traced"](code, LIMITS, None))
    with_unchecked(code, recording, diagnose(code, recording).diagnoses, run, told.extend)
    assert sorted(asked) == sorted(told)
    assert len(told) == expected


@pytest.mark.parametrize("missing", ["fixed", "unchecked", "copied"])
def test_run_that_gave_no_answer_leaves_the_diagnosis_as_it_was(missing: Mode) -> None:
    code = program(BUFFER)
    with fresh_world():
        recording = Recording.model_validate_json(MODES["traced"](code, LIMITS, None))
    before = diagnose(code, recording).diagnoses

    def run(mode: Mode) -> ControlRun | None:
        with fresh_world():
            return None if mode == missing else ControlRun.model_validate_json(MODES[mode](code, LIMITS, None))

    assert with_unchecked(code, recording, before, run) == before


@pytest.mark.parametrize("case", [case for case in SENTENCES if case != "first cell that fails"])
def test_claims_are_what_the_engine_gives_when_edits_leave_counters_as_they_were(case: str, both: Comparing) -> None:
    compared = both.compared(case, SENTENCES[case][0])
    assert compared is not None
    assert compared.oracle
    assert compared.named > 0
    assert compared.contradictions == []


@pytest.mark.parametrize("name", FAILING)
def test_claims_about_stale_programs_are_what_the_engine_gives(name: str, both: Comparing) -> None:
    compared = both.compared(name, program(FAILING[name][-1]))
    assert compared is not None
    assert compared.contradictions == []
    assert compared.stated is not None or name == "memory_exchanged_by_set"


def offered(code: str) -> list[Fix]:
    """The ways out that allow edits of what was saved."""
    return [fix for each in stated(code) for fix in each.fixes if fix.kind == "allow_mutation"]


def test_allowed_mutation_is_offered_with_the_bytes_that_it_copies_where_it_was_right() -> None:
    (fix,) = offered(program(BUFFER))
    assert "overwrite, 4 bytes here." in fix.message
    names: dict[str, Any] = {}
    exec(fix.code or "", names)  # noqa: S102
    assert names["w2"].grad.tolist() == [4.0]


@pytest.mark.parametrize("case", ["one element", "one element of many"])
def test_allowed_mutation_that_would_be_silently_wrong_is_not_offered(case: str) -> None:
    assert offered(SENTENCES[case][0]) == []


@pytest.mark.parametrize(
    "case",
    ["what backward never reads", "autograd.grad", "names of a function", "first cell that fails"],
)
def test_allowed_mutation_is_not_offered_where_it_noticed_nothing_or_no_named_gradient_could_be_compared(case: str) -> None:
    assert offered(SENTENCES[case][0]) == []


@pytest.mark.parametrize("case", SENTENCES)
def test_program_with_allowed_mutation_ends_with_the_right_gradients(case: str, both: Comparing) -> None:
    compared = both.compared(case, SENTENCES[case][0])
    assert compared is not None
    assert not compared.allowed_is_wrong
