"""Version checks that fail after edits which pass through nothing that records: the program is run again, and the edit is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from app.sandbox.report.answer import validate
from gradreel.diagnose import diagnose
from gradreel.trace import Diagnosis, OpEvent, OutputEvent, Recording, UnpackEvent
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
from tests.tracer.oracle import LIMITS, fresh_world, plain

# The time that a process has used counts against ``again_s``, and a worker of the tests has used much.
TWICE = replace(LIMITS, again_s=1e9)
ONCE = replace(LIMITS, again_s=None)

HEAD = "import torch\nw = torch.ones(3, requires_grad=True)\n"
UNSEEN = {
    "by_setattr": ("y = w.exp()\nsetattr(y, 'real', torch.zeros(3))\ny.sum().backward()\n", (3, 4, 5)),
    "in_a_function": (
        "def edit(t):\n    setattr(t, 'imag', torch.zeros(3))\n    return 1\ny = torch.complex(w, w).exp()\n"
        "edit(y)\nz = y.abs().sum()\nz.backward()\n",
        (6, 4, 9),
    ),
    "in_vmap": ("y = w.exp()\ntorch.vmap(lambda t: t.mul_(2))(y)\ny.sum().backward()\n", (3, 4, 5)),
    "in_vmap_of_several_lines": (
        "def double(t):\n    t.mul_(2)\n    return t\ny = w.exp()\ntorch.vmap(double)(y)\ny.sum().backward()\n",
        (6, 7, 8),
    ),
    "more_than_a_watched_storage": (
        "y = w.exp().repeat(100_000).exp()\nsetattr(y, 'real', y.detach())\ny.sum().backward()\n",
        (3, 4, 5),
    ),
    "among_random_numbers": (
        "y = (w * torch.rand(3)).exp()\nif torch.rand(()) < 2:\n    setattr(y, 'real', torch.rand(3))\nz = y.sum()\nz.backward()\n",
        (3, 5, 7),
    ),
    "several_times": (
        "y = w.exp()\nfor i in range(3):\n    setattr(y, 'real', y.detach() * 2)\n    1\nz = y.sum()\nz.backward()\n",
        (3, 5, 8),
    ),
}
PARTS = {
    "real_part": ("y = w.exp()\ny.real = torch.zeros(3)\ny.sum().backward()\n", (3, 4, 5)),
    "imaginary_part_in_a_function": (
        "def edit(t):\n    t.imag = torch.zeros(3)\n    return 1\ny = torch.complex(w, w).exp()\n"
        "edit(y)\nz = y.abs().sum()\nz.backward()\n",
        (6, 4, 9),
    ),
    "attribute_of_an_object": (
        "class Net:\n    pass\nnet = Net()\nnet.y = w.exp()\nnet.y.real = net.y.detach() + 1\nnet.y.sum().backward()\n",
        (6, 7, 8),
    ),
    "large": ("y = w.exp().repeat(100_000).exp()\ny.real = y.detach()\ny.sum().backward()\n", (3, 4, 5)),
    "in_each_round": ("y = w.exp()\nfor i in range(3):\n    y.real = y.detach() * 2\nz = y.sum()\nz.backward()\n", (3, 5, 7)),
}


def filmed(code: str, limits: TracerLimits = TWICE) -> Recording:
    """Record and validate as the service does; the program must end as under plain torch."""
    with fresh_world():
        recording = validate(record(code, limits))
    failure, error = recording.outcome.failure, plain(code).error
    assert (failure.message if failure else None) == (error[1] if error else None)
    return recording


def mismatch(code: str, recording: Recording) -> Diagnosis:
    (found,) = diagnose(code, recording).diagnoses
    assert found.kind == "version_mismatch"
    assert found.severity == "error"
    return found


@pytest.mark.parametrize(("code", "lines"), UNSEEN.values(), ids=UNSEEN)
def test_edit_that_nothing_records_is_found_at_its_line(code: str, lines: tuple[int, int, int]) -> None:
    recording = filmed(HEAD + code)
    found = mismatch(HEAD + code, recording)
    assert (found.saved_line, found.edit_line, found.raise_line) == lines
    (failed,) = [event for event in recording.events if isinstance(event, UnpackEvent) and not event.ok]
    edits = [event for event in recording.events if isinstance(event, OpEvent) and event.name == "unseen"]
    assert edits[0].stale == (failed.saved,)
    assert edits[-1].writes[0].version_after == failed.current_version
    assert all(edit.line == lines[1] for edit in edits)


@pytest.mark.parametrize(("code", "lines"), PARTS.values(), ids=PARTS)
def test_assignment_of_a_part_is_recorded_as_the_write_that_it_is(code: str, lines: tuple[int, int, int]) -> None:
    recording = filmed(HEAD + code, ONCE)
    found = mismatch(HEAD + code, recording)
    assert (found.saved_line, found.edit_line, found.raise_line) == lines
    assert "where no edit can be seen" not in found.message
    edits = [event for event in recording.events if isinstance(event, OpEvent) and event.name in ("real.__set__", "imag.__set__")]
    (failed,) = [event for event in recording.events if isinstance(event, UnpackEvent) and not event.ok]
    assert edits[0].stale == (failed.saved,)
    assert edits[-1].writes[0].version_after == failed.current_version


def test_part_of_what_no_node_saved_is_assigned_without_a_word() -> None:
    code = HEAD + "z = torch.zeros(3, dtype=torch.cfloat)\nz.real = torch.ones(3)\nz.imag = torch.ones(3)\n(w * z.abs()).sum().backward()\n"
    recording = filmed(code, ONCE)
    assert diagnose(code, recording).diagnoses == ()
    assert [event.line for event in recording.events if isinstance(event, OpEvent) and event.name.endswith("__set__")] == [4, 5]


def test_edit_is_told_between_save_and_check_where_the_program_is_not_run_again() -> None:
    code = HEAD + "y = w.exp()\nsetattr(y, 'real', torch.zeros(3))\ny.sum().backward()\n"
    found = mismatch(code, filmed(code, ONCE))
    assert (found.saved_line, found.edit_line, found.raise_line, found.line) == (3, None, 5, 5)
    assert "Between line 3 and line 5, something that is not recorded edited it in place" in found.message
    assert [fix.edits[0].start for fix in found.fixes] == [len(HEAD) + len("y = w.exp()")]


CHECKPOINTED = """import torch
from torch.utils.checkpoint import checkpoint
fc = torch.nn.Linear(3, 3)
h = fc.weight * 1
y = checkpoint(lambda z: fc(z).relu(), h, use_reentrant=False)
{edit}
y.sum().backward()
"""


@pytest.mark.parametrize(("edit", "line"), [("h.mul_(2)", 6), ("setattr(h, 'real', torch.zeros(3, 3))", None)])
def test_input_of_a_checkpoint_is_edited_where_that_is_recorded_else_between_save_and_check(edit: str, line: int | None) -> None:
    code = CHECKPOINTED.format(edit=edit)
    found = mismatch(code, filmed(code, ONCE))
    assert (found.saved_line, found.edit_line, found.raise_line) == (5, line, 7)


def counting(tmp_path: Path, code: str) -> tuple[str, Path]:
    """A program that adds a mark to a file whenever it is run."""
    runs = tmp_path / "runs"
    return f"with open({str(runs)!r}, 'a') as file:\n    file.write('x')\n" + HEAD + code, runs


@pytest.mark.parametrize(
    ("code", "times"),
    [
        ("y = w.exp()\ny.mul_(2)\ny.sum().backward()\n", 1),
        ("y = w.exp()\ny.sum().backward()\n", 1),
        ("y = w.exp()\ny.data.zero_()\ny.sum().backward()\n", 1),
        ("y = w.exp()\ny.real = torch.zeros(3)\ny.sum().backward()\n", 1),
        ("y = w.exp()\nsetattr(y, 'real', torch.zeros(3))\ny.sum().backward()\n", 2),
    ],
)
def test_only_a_program_that_needs_it_is_run_again(tmp_path: Path, code: str, times: int) -> None:
    program, runs = counting(tmp_path, code)
    with fresh_world():
        record(program, TWICE)
    assert len(runs.read_text()) == times


def test_program_that_does_not_end_alike_keeps_its_first_film(tmp_path: Path) -> None:
    code = dedent("""
        import os
        y = w.exp()
        if first:
            setattr(y, 'real', torch.zeros(3))
        y.sum().backward()
    """)
    mark = tmp_path / "mark"
    program = HEAD + f"import os\nfirst = not os.path.exists({str(mark)!r})\nopen({str(mark)!r}, 'w').close()\n" + code
    with fresh_world():
        recording = validate(record(program, TWICE))
    assert recording.outcome.failure is not None
    assert "Between line 8 and line 11" in mismatch(program, recording).message


def test_what_the_second_run_prints_is_not_printed_again() -> None:
    code = HEAD + "print('once')\ny = w.exp()\nsetattr(y, 'real', torch.zeros(3))\ny.sum().backward()\n"
    with fresh_world() as (out, _):
        recording = validate(record(code, TWICE))
        out.seek(0)
        assert out.read() == "once\n"
    assert [event.text for event in recording.events if isinstance(event, OutputEvent)] == ["once\n"]


CELLS = """# %%
import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
# %%
setattr(y, 'real', torch.zeros(3))
# %%
print('once')
y.sum().backward()
"""


def test_edit_in_a_cell_is_found_when_a_later_cell_fails() -> None:
    with fresh_world() as (out, _):
        recording = validate(record(CELLS, TWICE))
        out.seek(0)
        assert out.read() == "once\n"
    assert [cell.status for cell in recording.cells] == ["completed", "completed", "raised"]
    found = mismatch(CELLS, recording)
    assert (found.saved_line, found.edit_line, found.raise_line) == (4, 6, 9)


BASED = {
    "of_a_leaf": ("z = torch.zeros(3, dtype=torch.complex64)\nz.real = w * 2\n(z * z).real.sum().backward()\n", "z"),
    "of_a_view": (
        "z = torch.zeros(2, 3, dtype=torch.complex64)\nv = z[0]\nv.real = w * 2\nv.imag = w.exp()\n(z * z.conj()).real.sum().backward()\n",
        "z",
    ),
}


@pytest.mark.parametrize(("code", "name"), BASED.values(), ids=BASED)
def test_tensor_whose_part_is_assigned_a_result_is_no_leaf_any_more(code: str, name: str) -> None:
    recording = filmed(HEAD + code)
    (tensor,) = [tensor for tensor in recording.tensors if name in tensor.names]
    edits = [event for event in recording.events if isinstance(event, OpEvent) and event.writes]
    (state,) = [state for state in edits[-1].states if state.tensor == tensor.id]
    (node,) = [node for node in recording.nodes if node.id == state.grad_fn]
    assert node.name == "CopySlices"
    assert not state.is_leaf
    assert state.requires_grad
    assert node.id in edits[-1].nodes
