"""Films of schema version 1, brought into the present form: effects are filled in, nothing else changes."""

from __future__ import annotations

import json

import pytest

from gradreel.film.load import run_from_json
from gradreel.film.upgrade import upgraded
from gradreel.trace import Effects, OpEvent, Run
from tests.store.films_v1 import NAMES, json_of


def ops_of(name: str) -> list[OpEvent]:
    return [event for event in run_from_json(json_of(name)).events if isinstance(event, OpEvent)]


def op_named(name: str, op: str) -> OpEvent:
    return next(event for event in ops_of(name) if event.name == op)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_the_effects_of_ops_changes(name: str) -> None:
    stored = Run.model_validate_json(json_of(name))
    run = upgraded(stored)
    assert run.schema_version == 1
    without = [event.model_copy(update={"effects": Effects()}) if isinstance(event, OpEvent) else event for event in run.events]
    assert run.model_copy(update={"events": tuple(without)}) == stored
    assert upgraded(run) == run


def test_slice_is_a_view_of_its_input_without_the_same_elements() -> None:
    effects = op_named("edit-a-view", "__getitem__").effects
    assert effects.views == (("t2", "t4"),)
    assert effects.same_elements == ()


def test_detach_gives_the_same_elements_and_cuts() -> None:
    effects = op_named("numpy-escapes-the-check", "detach").effects
    assert (effects.views, effects.same_elements) == ((("t2", "t3"),), (("t2", "t3"),))
    assert (effects.cuts, effects.cut_by) == (("t2",), "detach")


def test_numpy_hands_out_the_memory_of_its_input() -> None:
    assert op_named("numpy-escapes-the-check", "numpy").effects.hands_out == ("t3",)


def test_edit_states_its_out_of_place_form_and_that_it_reads_what_it_edits() -> None:
    effects = op_named("edit-a-view", "mul_").effects
    assert (effects.out_of_place, effects.fills, effects.reads) == ("mul", (), None)


def test_assignment_to_a_slice_fills_without_reading() -> None:
    op = op_named("edit-after-save", "__setitem__")
    assert op.effects.fills == op.inputs[:1]
    assert op.effects.reads == op.inputs[1:]


def test_op_that_only_looks_at_the_shape_reads_nothing() -> None:
    assert op_named("edit-a-view", "ones_like").effects.reads == ()


def test_items_taken_out_of_a_tensor_that_requires_no_grad_cut_nothing() -> None:
    for op in ops_of("edit-a-view"):
        if op.name == "tolist":
            assert (op.effects.cuts, op.effects.cut_by) == ((), None)


def test_ids_that_no_record_has_are_passed_over() -> None:
    document = json.loads(json_of("edit-a-view"))
    document["tensors"] = []
    assert upgraded(Run.model_validate(document)).tensors == ()


def test_film_of_the_present_version_is_left_as_it_is() -> None:
    document = {**json.loads(json_of("edit-a-view")), "schema_version": 2}
    run = Run.model_validate(document)
    assert upgraded(run) is run
