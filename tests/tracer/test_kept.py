"""What graphs keep, event by event: to the byte what saved-tensor hooks of PyTorch see."""

from __future__ import annotations

import pytest

from gradreel.trace import BackwardEndEvent, BackwardStartEvent, NodeEvent, RaiseEvent, Recording
from tests.tracer.kept_truth import check_kept
from tests.tracer.test_corpus import programs
from tests.tracer.test_events import recording

HEAD = "import torch\nw = torch.ones(4, requires_grad=True)\nx = torch.ones(4)\n"
BASIC = 16
"""Programs at the beginning of the corpus. Nine of them raise: hooks on saved tensors switch the version check off, so that those go on
where the film ends, and nothing is left to compare."""
LEAST_COMPARED = BASIC - 9


def stated(found: Recording) -> list[int]:
    """Return what the film says was kept, in order."""
    return [event.kept for event in found.events if event.kept is not None]


def by_graph_alone(found: Recording) -> list[int | None]:
    """Return what nothing but graphs kept, where the film says so."""
    return [event.kept_by_graph_alone for event in found.events if isinstance(event, BackwardStartEvent | BackwardEndEvent)]


def test_every_basic_program_that_does_not_raise_is_compared_with_hooks() -> None:
    found = {name: (code, recording(code)) for name, code in programs()[:BASIC]}
    completes = [name for name, (_, film) in found.items() if not any(isinstance(event, RaiseEvent) for event in film.events)]
    assert [name for name, (code, film) in found.items() if check_kept(code, film)] == completes
    assert len(completes) >= LEAST_COMPARED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = w.detach() * w * w", [16, 32]),
        ("y = w * 2", []),
        ("y = (w * x).sum()\ny.backward()\npass", [16, 0]),
        ("y = (w * x).sum()\ny.backward(retain_graph=True)\npass", [16]),
        ("y = w * x\nz = w * x\ndel y\ndel z\npass", [16, 0]),
        ("for _ in range(2):\n    y = w.exp().exp()\npass", [16, 32, 48, 64, 32]),
    ],
    ids=["leaf_and_data", "number", "freed", "retained", "dropped_last", "rebound"],
)
def test_program_states_what_is_kept_when_it_changes(text: str, expected: list[int]) -> None:
    assert stated(recording(HEAD + text)) == expected


def test_backward_states_node_by_node_what_is_still_kept() -> None:
    found = recording(HEAD + "y = w.exp().sigmoid().tanh().sum()\ny.backward()\n")
    assert [event.kept for event in found.events if isinstance(event, NodeEvent)] == [None, 32, 16, 0, None]


def test_graph_that_is_dropped_names_its_nodes() -> None:
    found = recording(HEAD + "y = w.exp().sin()\nz = w + 1\ndel y\nprint(1)\n")
    gone = {node for event in found.events for node in event.dropped}
    assert {node.name for node in found.nodes if node.id in gone} == {"ExpBackward0", "SinBackward0"}


def test_node_that_backward_has_freed_is_not_named_when_it_dies() -> None:
    found = recording(HEAD + "y = w.exp().sum()\ny.backward()\ndel y\nprint(1)\n")
    assert not any(event.dropped for event in found.events)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h = w.exp()\ny = h.sin().sum()\ny.backward()", [0, 0]),
        ("y = w.exp().sin().sum()\ny.backward()", [16, 0]),
        ("h = w.exp()\ny = h.sin().sum()\ndel h\ny.backward()", [16, 0]),
        ("xs = []\nfor _ in range(3):\n    xs.append(w.exp())\ny = torch.stack(xs).sin().sum()\ny.backward()", [16 * 3, 0]),
        ("v = w.exp()[:2]\ny = v.sin().sum()\ny.backward()", [0, 0]),
        ("y = w.exp().sin().sum()\ny.backward(retain_graph=True)", [16, 16]),
    ],
    ids=["name", "nobody", "deleted_name", "list", "view", "retained"],
)
def test_what_leaves_and_names_hold_is_not_kept_by_the_graph_alone(text: str, expected: list[int]) -> None:
    assert by_graph_alone(recording(HEAD + text)) == expected
