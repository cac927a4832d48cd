"""What is saved under ``allow_mutation_on_saved_tensors()`` is recorded, with the edits that have it cloned; it never counts as stale."""

from __future__ import annotations

import pytest

from gradreel.diagnose import diagnose
from gradreel.trace import OpEvent, Recording, UnpackEvent
from gradreel.tracer.torch_features import CAN_READ_SAVED
from tests.tracer.oracle import plain, traced
from tests.tracer.truth import check_truth

pytestmark = pytest.mark.skipif(not CAN_READ_SAVED, reason="this PyTorch has no way to ask a node what it keeps")

HEAD = "import torch\nx = torch.ones(3, requires_grad=True)\nwith torch.autograd.graph.allow_mutation_on_saved_tensors():\n"
EXP = "    y = x.exp()\n    z = (y * y).sum()\n"
ONE = "    y = x.exp()\n    z = y.sum()\n"
BACKWARD = "    z.backward()\n"
CUSTOM = (
    "    class Square(torch.autograd.Function):\n        @staticmethod\n"
    "        def forward(ctx, a):\n            ctx.save_for_backward(a)\n"
    "            return a * a\n        @staticmethod\n        def backward(ctx, g):\n            return 2 * ctx.saved_tensors[0] * g\n"
    "    y = x * 2\n    z = Square.apply(y).sum()\n"
)
MODULE = (
    "    m = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))\n    optimizer = torch.optim.SGD(m.parameters(), lr=0.1)\n"
    "    z = m(x).sum()\n    z.backward(retain_graph=True)\n    optimizer.step()\n"
)
# What nodes save (node, attribute, version), without numbers; and the ops that each of them was cloned before.
CASES: dict[str, tuple[str, list[tuple[str, str, int]], list[str]]] = {
    "edit": (EXP + "    y.mul_(2)\n" + BACKWARD, [("Exp", "result", 0), ("Mul", "other", 0), ("Mul", "self", 0)], ["mul_"] * 3),
    "no_edit": (EXP + BACKWARD, [("Exp", "result", 0), ("Mul", "other", 0), ("Mul", "self", 0)], []),
    "edit_of_a_view": (
        ONE + "    y[0] = 0\n    y[1] = 0\n" + BACKWARD,
        [("Exp", "result", 0)],
        ["__setitem__"],
    ),
    "edit_through_data": ("    y = x.exp()\n    z = (y * 2).sum()\n    y.data.mul_(2)\n" + BACKWARD, [("Exp", "result", 0)], ["mul_"]),
    "edit_after_an_edit": (
        "    y = x * 1\n    y.add_(1)\n    z = y.exp().sum() + y.square().sum()\n    y.zero_()\n" + BACKWARD,
        [("Exp", "result", 0), ("Pow", "self", 1)],
        ["zero_"],
    ),
    "custom_function": (CUSTOM + "    y.add_(1)\n" + BACKWARD, [("Square", "saved_tensors[0]", 0)], ["add_"]),
    "edit_after_the_context": ("    y = x.exp()\n    z = y.sum()\n" + BACKWARD + "y.add_(1)\n", [("Exp", "result", 0)], []),
}


def recorded(body: str) -> Recording:
    expected, got = plain(HEAD + body), traced(HEAD + body)
    assert (got.error, got.stdout, got.tensors) == (expected.error, expected.stdout, expected.tensors)
    assert expected.error is None
    assert got.recording is not None
    check_truth(got.recording)
    return got.recording


@pytest.mark.parametrize("case", CASES)
def test_save_that_edits_clone_is_recorded_with_its_clone_and_never_stale(case: str) -> None:
    body, saves, cloned_by = CASES[case]
    recording = recorded(body)
    nodes = {node.id: node.name.removesuffix("0").removesuffix("Backward") for node in recording.nodes}
    held = [saved for saved in recording.saved if saved.copied_by_edits]
    assert [(nodes[saved.node or ""], saved.attribute, saved.saved_version) for saved in held] == saves
    ops = [event for event in recording.events if isinstance(event, OpEvent)]
    assert [op.name for op in ops for _ in op.copied] == cloned_by
    assert not [op for op in ops if op.stale]
    assert all(event.ok for event in recording.events if isinstance(event, UnpackEvent))
    assert not recording.not_shown
    assert not diagnose(HEAD + body, recording).diagnoses


def test_saves_of_a_name_are_those_of_its_tensor_and_not_of_a_handle() -> None:
    recording = recorded(EXP + BACKWARD)
    named = {tensor.id: tensor.names for tensor in recording.tensors}
    assert {named[saved.tensor] for saved in recording.saved} == {("y",)}


def test_step_between_two_passes_is_told_to_clone_the_weight() -> None:
    recording = recorded(MODULE + BACKWARD)
    tensors = {tensor.id: tensor for tensor in recording.tensors}
    saved = {each.id: each for each in recording.saved}
    copied = [key for event in recording.events if isinstance(event, OpEvent) for key in event.copied]
    assert [tensors[saved[key].tensor].shape for key in copied] == [(3, 3), (3, 1)]


def test_write_that_pytorch_does_not_see_is_told_as_unchecked() -> None:
    body = "    y = x.exp()\n    z = y.sum()\n    y.detach().numpy()[0] = 9\n" + BACKWARD
    assert [found.kind for found in diagnose(HEAD + body, recorded(body)).diagnoses] == ["silent_overwrite"]
