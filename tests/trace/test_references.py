"""Which ids a model mentions follows from its annotations, at whatever depth they stand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gradreel.trace import CallEvent, Frozen, NodeId, OpEvent, OwnId, SavedId, TensorId
from gradreel.trace.references import accessors, event_models, own_id, paths, references
from tests.trace.minimal import model, steps_of

ROOT = Path(__file__).resolve().parent.parent.parent


class Inner(Frozen):
    node: NodeId | None
    pairs: tuple[tuple[TensorId, TensorId], ...] = ()


class Outer(Frozen):
    plain: str
    tensor: TensorId
    inner: Inner
    many: tuple[Inner, ...] = ()
    by_name: dict[str, Inner]
    mixed: tuple[SavedId, int] | None


OUTER = {
    "plain": "t9",
    "tensor": "t1",
    "inner": {"node": "n1", "pairs": [["t2", "t3"]]},
    "many": [{"node": None}, {"node": "n2", "pairs": [["t4", "t5"]]}],
    "by_name": {"t8": {"node": "n3"}},
    "mixed": ["s1", 7],
}


def test_paths_of_a_nested_model_lead_to_every_id_field() -> None:
    assert paths(Outer) == {
        "tensors": ("tensor", "inner.pairs[][]", "many[].pairs[][]", "by_name[].pairs[][]"),
        "nodes": ("inner.node", "many[].node", "by_name[].node"),
        "saved": ("mixed[]",),
    }


def test_references_of_an_instance_are_its_ids_and_nothing_else() -> None:
    found = set(references(Outer.model_validate(OUTER)))
    assert found == {*(("tensors", f"t{n}") for n in range(1, 6)), ("nodes", "n1"), ("nodes", "n2"), ("nodes", "n3"), ("saved", "s1")}


def test_id_field_added_to_a_model_is_found() -> None:
    class Wider(OpEvent):
        added: tuple[NodeId, ...] = ()

    assert paths(Wider)["nodes"] == (*paths(OpEvent)["nodes"], "added[]")
    widened = Wider(index=0, line=1, name="mul", inputs=(), outputs=(), added=("n7",))
    assert list(references(widened)) == [("nodes", "n7")]


def test_own_id_is_no_mention() -> None:
    assert own_id(CallEvent) == ("call", "calls")
    assert paths(CallEvent) == {"calls": ("parent",), "nodes": ("dropped[]",)}
    assert OwnId() in CallEvent.model_fields["call"].metadata


@pytest.mark.parametrize("kind", event_models())
def test_accessors_of_an_event_find_an_id_at_each_of_its_paths(kind: str) -> None:
    made = event_models()[kind]
    for table, places in paths(made).items():
        for path in places:
            letter = {"tensors": "t", "nodes": "n", "saved": "s", "calls": "k", "storages": "m", "counters": "c"}[table]
            event = made.model_validate(model(made, steps_of(path), f"{letter}77"))
            assert (table, f"{letter}77") in set(references(event)), path
            assert table in dict(accessors(made))


def test_generated_files_are_those_of_the_models() -> None:
    done = subprocess.run([sys.executable, "scripts/schema", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
