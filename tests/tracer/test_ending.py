"""Programs whose recording stops long before they raise: they are run again, and their end is recorded."""

from __future__ import annotations

import sys
from dataclasses import replace
from textwrap import dedent

import pytest

from app.sandbox.report.answer import validate
from gradreel.diagnose import diagnose
from gradreel.trace import Recording
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from tests.tracer.oracle import LIMITS, fresh_world, plain, traced

# A film that is full stops at once: what is recorded of the program is its beginning. The time that a process has used counts against
# ``again_s``, and a worker of the tests has used much.
SHORT = replace(LIMITS, events=2_000, recording_s=0.0, again_s=1e9)
NEVER_AGAIN = replace(SHORT, again_s=None)

TRAINING = """
    import torch
    w = torch.ones(4, requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.001)
    for step in range(400):
        loss = (w * torch.rand(4)).exp().sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
"""
AFTER = {
    "version_mismatch": ("y = w.exp()\ny += 1\ny.sum().backward()\n", (10, 11)),
    "leaf_in_place": ("w += 1\n", (None, 10)),
    "graph_freed": ("loss.backward()\n", (6, None)),
    "no_grad_path": ("out = w.detach() * 2\nout.sum().backward()\n", (None, None)),
}


def program(text: str, end: str = "") -> str:
    return dedent(text) + end


def filmed(code: str, limits: TracerLimits = SHORT) -> Recording:
    """Record and validate as the service does; the program must end as under plain torch."""
    with fresh_world():
        recording = validate(record(code, limits))
    failure, error = recording.outcome.failure, plain(code).error
    assert (failure.message if failure else None) == (error[1] if error else None)
    return recording


def told(code: str) -> list[tuple[str, int | None, int | None]]:
    found = diagnose(code, filmed(code)).diagnoses
    return [(each.kind, each.saved_line, each.edit_line) for each in found if each.severity == "error"]


@pytest.mark.parametrize("kind", AFTER)
def test_error_after_many_steps_is_diagnosed_though_the_recording_stopped(kind: str) -> None:
    end, (saved, edit) = AFTER[kind]
    code = program(TRAINING, end)
    recording = filmed(code)
    assert recording.gap is not None
    assert (recording.gap.event, recording.truncated) == (0, None)
    found = diagnose(code, recording).diagnoses[0]
    assert (found.kind, found.saved_line, found.edit_line) == (kind, saved, edit)


def test_error_in_the_middle_of_a_loop_in_a_function_is_diagnosed() -> None:
    code = program("""
        import torch

        def step(w, i):
            h = (w * i).sigmoid()
            if i == 500:
                h += 1
            return h.sum()

        def train():
            w = torch.ones(3, requires_grad=True)
            for i in range(1000):
                step(w, i).backward()

        train()
    """)
    assert told(code) == [("version_mismatch", 5, 7)]


def test_what_the_second_run_prints_is_printed_once() -> None:
    code = program(TRAINING, "print('done')\nw += 1\n")
    assert traced(code, SHORT).stdout == plain(code).stdout == "done\n"


@pytest.mark.parametrize(
    ("end", "limits"),
    [("w += 1\n", NEVER_AGAIN), ("w += 1\n", replace(SHORT, again_s=0.0)), ("import os\nw = 1 if os.environ.pop('A', 0) else 2\n", SHORT)],
    ids=["not asked for", "no time", "completes"],
)
def test_program_that_need_not_be_run_again_keeps_its_beginning(end: str, limits: TracerLimits) -> None:
    recording = filmed(program(TRAINING, end), limits)
    assert recording.truncated is not None
    assert recording.gap is None or recording.gap.event > 0


def test_program_that_ends_otherwise_the_second_time_keeps_its_beginning() -> None:
    head = "import sys\nagain = 'gradreel_was_here' in sys.modules\nsys.modules['gradreel_was_here'] = sys\n"
    code = head + program(TRAINING, "if again:\n    raise ValueError\nw += 1\n")
    try:
        with fresh_world():
            recording = validate(record(code, SHORT))
    finally:
        del sys.modules["gradreel_was_here"]
    assert recording.truncated is not None
    assert recording.outcome.failure is not None
    assert recording.outcome.failure.exception_type == "RuntimeError"
