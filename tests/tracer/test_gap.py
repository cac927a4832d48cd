"""Films that are longer than their limits: the first part and the last steps stay, and of the middle what something depends on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.sandbox.report.answer import validate
from gradreel.diagnose import diagnose
from gradreel.trace import Diagnosis, OpEvent, Recording
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from tests.peak import peak_bytes
from tests.tracer.oracle import LIMITS, fresh_world, plain, traced

SMALL = replace(LIMITS, events=900)
NET = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x, y = torch.randn(16, 4), torch.randn(16, 1)
"""
STEPS = """for step in range({}):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
"""
AT_THE_END = "h = net[0](x).tanh()\nout = (h * h).mean()\nh.mul_(2)\nout.backward()\n"
"""Saves, edits and fails within the last steps."""
SAVED_FIRST = "h = net[0](x).tanh()\nout = (h * h).mean()\n"


def filmed(code: str, limits: TracerLimits = SMALL) -> Recording:
    """Record and validate as the service does; the tracer must not have failed, and the program must end as under plain torch."""
    with fresh_world():
        recording = validate(record(code, limits))
    assert recording.truncated is None or recording.truncated.kind != "fault"
    assert (recording.outcome.failure.message if recording.outcome.failure else None) == (plain(code).error or (None, None))[1]
    return recording


def first_of(code: str, recording: Recording) -> Diagnosis:
    """The gravest diagnosis."""
    diagnosed = diagnose(code, recording)
    assert diagnosed.failures == ()
    return diagnosed.diagnoses[0]


def line_of(code: str, text: str) -> int:
    """The number of the line that begins so."""
    return next(number for number, line in enumerate(code.split("\n"), 1) if line.strip().startswith(text))


def test_1500_training_steps_before_a_version_mismatch_keep_its_diagnosis() -> None:
    code = NET + STEPS.format(1500) + AT_THE_END
    recording = filmed(code, TracerLimits(events=45_000, trace_bytes=24 * 1024**2))
    found = first_of(code, recording)
    assert (found.kind, found.name, found.raised) == ("version_mismatch", "h", True)
    assert (found.edit_line, found.raise_line) == (line_of(code, "h.mul_"), line_of(code, "out.backward"))
    assert recording.gap is not None
    assert recording.truncated is None
    assert len(recording.events) <= 45_000


PLACES = {
    "save and edit in the first part": (SAVED_FIRST + "h.mul_(2)\n", "", ""),
    "save in the first part, edit in the middle": (SAVED_FIRST, "h.mul_(2)\n", ""),
    "save and edit in the middle": ("", SAVED_FIRST + "h.mul_(2)\n", ""),
    "save in the middle, edit at the end": ("", SAVED_FIRST, "h.mul_(2)\n"),
    "save in the first part, edit at the end": (SAVED_FIRST, "", "h.mul_(2)\n"),
}


@pytest.mark.parametrize("place", PLACES)
def test_failing_save_and_its_edit_are_told_wherever_they_lie(place: str) -> None:
    first, middle, last = PLACES[place]
    code = NET + first + STEPS.format(25) + middle + STEPS.format(60) + last + "out.backward()\n"
    recording = filmed(code)
    found = first_of(code, recording)
    assert recording.gap is not None
    assert (found.kind, found.name, found.raised) == ("version_mismatch", "h", True)
    assert found.saved_line == line_of(code, "out =")
    assert found.edit_line == line_of(code, "h.mul_")
    assert found.raise_line == line_of(code, "out.backward")


def test_path_that_was_cut_in_the_middle_is_not_said_to_need_no_gradient() -> None:
    cut = "frozen = net(x).pow(2)\nfrozen = frozen.detach()\nloss_of_all = frozen.mean()\n"
    code = NET + STEPS.format(25) + cut + STEPS.format(60) + "loss_of_all.backward()\n"
    found = first_of(code, filmed(code))
    assert found.kind == "no_grad_path"
    assert found.params["cut"] in ("detach", "left_out")


def test_graph_freed_long_before_its_second_pass_is_told_with_both_lines() -> None:
    code = NET + STEPS.format(25) + SAVED_FIRST + "out.backward()\n" + STEPS.format(60) + "out.backward(retain_graph=True)\n"
    found = first_of(code, filmed(code))
    assert found.kind == "graph_freed"
    assert found.params["first_line"] == line_of(code, "out.backward()")


def test_in_place_step_of_an_optimizer_between_losses_is_told_after_many_steps() -> None:
    code = NET + "first = net(x).pow(2).mean()\n" + STEPS.format(80) + "first.backward()\n"
    found = first_of(code, filmed(code))
    assert (found.kind, found.edit_line) == ("version_mismatch", line_of(code, "opt.step()"))


@pytest.mark.parametrize("steps", [10, 100])
def test_long_ordinary_training_raises_no_alarm(steps: int) -> None:
    code = NET + STEPS.format(steps) + "print(loss.item())\n"
    recording = filmed(code)
    assert (recording.gap is not None) == (steps == 100)
    assert [found for found in diagnose(code, recording).diagnoses if found.severity != "note"] == []


def test_program_that_went_backward_in_the_middle_only_raises_no_alarm() -> None:
    before = "for _ in range(150):\n    z = net(x).detach()\n"
    code = NET + before + "kept = net(x).pow(2).mean()\n" + STEPS.format(3) + before.replace("150", "300")
    recording = filmed(code)
    assert recording.gap is not None
    assert [found for found in diagnose(code, recording).diagnoses if found.severity != "note"] == []


def test_first_part_and_last_steps_are_those_of_the_complete_film() -> None:
    code = NET + STEPS.format(100)
    whole, film = filmed(code, LIMITS), filmed(code)
    gap = film.gap
    assert gap is not None
    assert whole.gap is None
    assert len(whole.events) == len(film.events) + gap.left_out

    def told(recording: Recording, start: int, end: int) -> list[tuple[str, int | None, str]]:
        return [(event.kind, event.line, getattr(event, "name", "")) for event in recording.events[start:end]]

    assert told(film, 0, gap.event) == told(whole, 0, gap.event)
    last = len(film.events) - gap.resumes
    assert told(film, gap.resumes, len(film.events)) == told(whole, len(whole.events) - last, len(whole.events))


def test_weights_after_a_gap_have_the_values_that_they_have() -> None:
    code = NET + STEPS.format(100)
    whole, film = filmed(code, LIMITS), filmed(code)
    assert film.gap is not None
    weight = next(tensor.id for tensor in film.tensors if "net.2.bias" in tensor.names)

    def last_write(recording: Recording, tensor: str, before: int) -> object:
        ops = [event for event in recording.events[:before] if isinstance(event, OpEvent)]
        return [write.version_after for op in ops for write in op.writes if write.tensor == tensor][-1]

    before = len(whole.events) - (len(film.events) - film.gap.resumes)
    assert last_write(film, weight, film.gap.resumes) == last_write(whole, weight, before)


def test_graph_that_grows_for_ever_ends_the_film_within_its_limit() -> None:
    code = "import torch\nw = torch.ones(3, requires_grad=True)\ny = w\nfor i in range(2000):\n    y = y * w\n"
    recording = filmed(code)
    assert recording.truncated is not None
    assert recording.truncated.event == len(recording.events)
    assert len(recording.events) <= SMALL.events + 2


def test_memory_of_the_tracer_does_not_grow_with_the_steps() -> None:
    code = "import torch\nw = torch.ones(3, requires_grad=True)\nfor i in range({}):\n    (w * w).sum().backward()\n"
    limits = replace(LIMITS, events=2000)
    short = peak_bytes(lambda: filmed(code.format(400), limits))
    assert peak_bytes(lambda: filmed(code.format(1500), limits)) < short + 20 * 2**20


def test_caught_errors_and_prints_of_a_long_loop_leave_the_film_in_order() -> None:
    code = NET + "for i in range(400):\n    try:\n        net[0].weight.add_(1)\n    except RuntimeError as error:\n        print(error)\n"
    recording = filmed(code)
    assert recording.gap is not None
    assert [event.index for event in recording.events] == list(range(len(recording.events)))
    assert first_of(code, recording).kind == "leaf_in_place"


def test_functions_and_generators_that_span_a_gap_keep_their_calls() -> None:
    code = NET + "def batches():\n    for i in range(100):\n        yield x * i\ndef fit():\n    for batch in batches():\n        "
    code += "opt.zero_grad()\n        net(batch).mean().backward()\n        opt.step()\nfit()\n"
    recording = filmed(code)
    assert recording.gap is not None
    assert traced(code).stdout == ""
