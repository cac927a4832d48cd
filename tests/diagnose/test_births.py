"""The births that diagnoses name are those that an exhaustive check of every value under plain PyTorch finds."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from gradreel.diagnose import diagnose
from gradreel.trace import NodeEvent, OpEvent, Recording
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from tests.diagnose.case import See, program
from tests.diagnose.public_corpus import PublicProgram, public_programs

BORN = [program for program in public_programs() if "non_finite" in program.kinds]
Found = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def found() -> Found:
    programs = json.dumps({program.name: program.code for program in BORN})
    command = [sys.executable, "-m", "tests.diagnose.births_oracle"]
    answer: Found = json.loads(subprocess.run(command, input=programs, capture_output=True, text=True, check=True).stdout)
    return answer


@pytest.mark.parametrize("program", BORN, ids=lambda program: program.name)
def test_birth_is_where_plain_torch_first_makes_such_a_number(found: Found, see: See, program: PublicProgram) -> None:
    births = [line for line, _ in found[program.name]["births"]]
    (told,) = see(program.code).of("non_finite")
    assert told.birth_line == program.marks["birth"]
    assert told.birth_line in births or told.cause in ("input_data", "all_masked", "given_gradient")
    if told.cause == "input_data":  # such numbers come out of no operator: they are copied from Python's
        assert births == [] or told.birth_line < births[0]


@pytest.mark.parametrize("program", BORN, ids=lambda program: program.name)
def test_anomaly_mode_names_the_same_line_where_nan_is_born_in_backward(found: Found, see: See, program: PublicProgram) -> None:
    (told,) = see(program.code).of("non_finite")
    anomaly = found[program.name]["anomaly"]
    if told.phase == "backward" and told.params["value"] == "nan" and told.cause != "given_gradient":  # it looks for NaN only
        assert anomaly == told.birth_line
    else:
        assert anomaly is None or told.severity == "error"


LATE = 60
"""A round whose events are in neither end of a film of two thousand events."""
LONG = """
    net = nn.Linear(1, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range({rounds}):
        scale = torch.full((1,), 0.0 if step == {bad} else 1.0).sqrt()
        loss = (net(torch.ones(2, 1)) / scale).pow(2).mean()  #! birth
        opt.zero_grad()
        loss.backward()
        opt.step()
"""


def test_anomaly_error_is_explained_with_the_line_of_the_node(see: See) -> None:
    code = "x = torch.tensor([0., 1.], requires_grad=True)\ny = x.sqrt() * torch.tensor([0., 1.])  #! birth\n"
    seen = see(program("torch.autograd.set_detect_anomaly(True)\n" + code + "y.sum().backward()"))
    (told,) = seen.of("non_finite")
    assert (told.raised, told.phase, told.birth_line, told.severity) == (True, "backward", seen.line("birth"), "error")
    assert seen.plain.error is not None
    assert "SqrtBackward0" in seen.plain.error


def test_nan_of_an_early_round_is_told_once_with_the_round_in_which_it_was_born(see: See) -> None:
    seen = see(program(LONG.format(rounds=12, bad=3)))
    (told,) = seen.of("non_finite")
    assert (told.birth_line, told.cause, set(told.names)) == (seen.line("birth"), "division_by_zero", {"net.weight", "net.bias"})
    births = [event for event in seen.recording.events if event.kind == "op" and event.origin is not None]
    assert told.birth_event == births[0].index
    assert births[0].rounds == (4,)


def test_nan_born_in_the_middle_of_a_full_film_is_told_with_its_birth() -> None:
    code = program(LONG.format(rounds=300, bad=LATE))
    film = Recording.model_validate_json(record(code, TracerLimits(events=2_000, trace_bytes=24 * 1024**2)))
    assert film.gap is not None
    (told,) = [each for each in diagnose(code, film).diagnoses if each.kind == "non_finite"]
    assert (told.severity, told.birth_line, told.cause) == ("error", 7, "division_by_zero")
    birth = film.events[told.birth_event or 0]
    assert isinstance(birth, OpEvent)
    assert birth.rounds == (LATE + 1,)


MASKED = """
    net = nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    hidden = torch.tensor([[True, False], [False, True]])
    for step in range(140):
        scores = net(torch.ones(2, 2))
        loss = 0.0
        for _ in range(4):
            loss = loss + scores.masked_fill(hidden, float("-inf")).softmax(1).pow(2).sum() + hidden.log().exp().sum()
        count = torch.zeros(1)
        loss = loss + (count / (count if step == 135 else count + 1)).sum() * scores.sum()  #! birth
        opt.zero_grad()
        loss.backward()
        opt.step()
"""
IN_BACKWARD = """
    net = nn.Linear(1, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    for step in range(300):
        chosen = 0.0 if step == 60 else 1.0
        loss = (net(torch.ones(2, 1)) * chosen).pow(2).sum().sqrt() * chosen  #! birth
        opt.zero_grad()
        loss.backward()
        opt.step()
"""
REMEMBERED = """
    w = torch.ones(1, requires_grad=True)
    memory = torch.zeros(1500)
    for step in range(1, 1501):
        memory[step - 1] = torch.zeros(1).div(float(step != 3))  #! birth
        torch.autograd.grad(w * memory[2 if step == 1500 else 0], w)
"""


@pytest.mark.parametrize(
    ("text", "cause", "phase", "rounds"),
    [
        pytest.param(MASKED, "zero_over_zero", "forward", (136,), id="after hundreds of masks"),
        pytest.param(IN_BACKWARD, "zero_times_infinity", "backward", (61,), id="in backward"),
        pytest.param(REMEMBERED, "zero_over_zero", "forward", (3,), id="noticed in round 1,500"),
    ],
)
def test_birth_in_a_full_film_is_among_what_is_kept(text: str, cause: str, phase: str, rounds: tuple[int, ...]) -> None:
    code = program(text)
    film = Recording.model_validate_json(record(code, TracerLimits(events=3_000, trace_bytes=24 * 1024**2)))
    assert film.gap is not None
    (told,) = [each for each in diagnose(code, film).diagnoses if each.kind == "non_finite"]
    line = next(number for number, each in enumerate(code.split("\n"), 1) if "#! birth" in each)
    assert (told.severity, told.birth_line, told.cause, told.phase) == ("error", line, cause, phase)
    birth = film.events[told.birth_event or 0]
    if isinstance(birth, NodeEvent):
        made = next(node.op for node in film.nodes if node.id == birth.node)
        assert made is not None
        birth = film.events[made]
    assert isinstance(birth, OpEvent)
    assert birth.rounds == rounds


SPOILED_BEFORE = """
    w = torch.tensor([0., 1.], requires_grad=True)
    {first}
    (w * 2).sum().backward()
    (w * 3).sum().backward()
"""


@pytest.mark.parametrize(
    ("first", "cause"),
    [
        ("(w.sqrt() * torch.tensor([0., 1.])).sum().backward()", "zero_times_infinity"),
        ("(w * 2).backward(torch.tensor([float('nan'), 1.]))", "given_gradient"),
        ("w.grad = torch.tensor([float('nan'), 0.])", "input_data"),
    ],
)
def test_pass_that_adds_finite_numbers_to_a_spoiled_gradient_is_no_birth(see: See, first: str, cause: str) -> None:
    (told,) = see(program(SPOILED_BEFORE.format(first=first))).of("non_finite")
    assert (told.birth_line, told.cause) == (4, cause)


def test_large_tensors_without_values_are_looked_at(see: See) -> None:
    code = "x = torch.ones(300)\nfor _ in range(600):\n    x = x + 1\nw = torch.zeros(300, requires_grad=True)\n"
    seen = see(program(code + "(x * w).sqrt().sum().backward()  #! birth"))
    (told,) = seen.of("non_finite")
    assert (told.birth_line, told.cause) == (seen.line("birth"), "root_of_zero")


SKIPPED = """
    w = torch.zeros(2, requires_grad=True)
    other = torch.ones(2)
    opt = torch.optim.SGD([w], lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        loss = (w.sqrt() * torch.tensor([0., 1.])).sum()
        loss.backward()
        {guard}
        if bad:
            continue
        opt.step()
"""
LOOKS = (
    "bad = bool(w.grad.isnan().any())",
    "bad = not torch.isfinite(\n            w.grad).all()",
    "bad = math.isnan(w.grad.sum().item())",
)
LOOKS_ELSEWHERE = (
    "bad = True  # torch.isnan(w.grad)",
    "bad = print('isnan(w.grad)') is None",
    "bad = bool(other.isfinite().all())",
    "bad = True or torch.isnan(w.grad)",
)


@pytest.mark.parametrize("guard", LOOKS)
def test_program_that_looks_for_the_nan_and_skips_the_step_gets_a_note(see: See, guard: str) -> None:
    (told,) = see("import math\n" + program(SKIPPED.format(guard=guard))).of("non_finite")
    assert told.severity == "note"


@pytest.mark.parametrize("guard", LOOKS_ELSEWHERE)
def test_word_that_looks_at_no_such_number_leaves_the_error(see: See, guard: str) -> None:
    (told,) = see("import math\n" + program(SKIPPED.format(guard=guard))).of("non_finite")
    assert told.severity == "error"
