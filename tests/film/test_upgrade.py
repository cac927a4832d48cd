"""Films of earlier engines, brought into the present form: what can be worked out is filled in, nothing else changes."""

from __future__ import annotations

import json

import pytest

from gradreel.film.load import run_from_json
from gradreel.film.upgrade import upgraded
from gradreel.film.upgrade_diagnoses import DIAGNOSED
from gradreel.trace import BindEvent, CallEvent, Effects, Engine, Event, LineEvent, OpEvent, RaiseEvent, Run
from tests.diagnose.case import See
from tests.golden.test_stories import FOLDER, STORIES
from tests.store.films_v1 import NAMES, json_of

PROGRAMS = FOLDER / "programs"


def ops_of(name: str) -> list[OpEvent]:
    return [event for event in run_from_json(json_of(name)).events if isinstance(event, OpEvent)]


def op_named(name: str, op: str) -> OpEvent:
    return next(event for event in ops_of(name) if event.name == op)


ADDED = {"effects": Effects(), "aliases": (), "rounds": (), "call": None}


def as_stored(event: Event, index: int) -> Event:
    """Take from an event what reading an old film adds."""
    added = ADDED if isinstance(event, LineEvent | OpEvent | BindEvent) else {}
    return event.model_copy(update={"index": index, **{name: value for name, value in added.items() if name in type(event).model_fields}})


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_was_recorded_changes(name: str) -> None:
    stored = Run.model_validate_json(json_of(name))
    run = upgraded(stored)
    assert run.schema_version == 1
    assert run.loops is not None
    kept = [event for event in run.events if not isinstance(event, CallEvent)]
    assert tuple(as_stored(event, index) for index, event in enumerate(kept)) == stored.events
    assert [event.index for event in run.events] == list(range(len(run.events)))
    assert upgraded(run) == run


@pytest.mark.parametrize("name", NAMES)
def test_what_names_an_event_still_names_it_when_calls_stand_before_it(name: str) -> None:
    stored = Run.model_validate_json(json_of(name))
    run = upgraded(stored)
    for table in ("tensors", "nodes", "saved"):
        for before, after in zip(getattr(stored, table), getattr(run, table), strict=True):
            now = run.events[after.event]
            assert as_stored(now, before.event) == stored.events[before.event]
    told = {(diagnosis.kind, diagnosis.saved, diagnosis.line): diagnosis.event for diagnosis in stored.diagnoses}
    for after in run.diagnoses:
        before = told[after.kind, after.saved, after.line]
        if before is not None and after.event is not None:
            assert as_stored(run.events[after.event], before) == stored.events[before]


@pytest.mark.parametrize("name", NAMES)
def test_calls_are_those_that_lines_and_ops_state(name: str) -> None:
    run = upgraded(Run.model_validate_json(json_of(name)))
    calls = {event.call: event for event in run.events if isinstance(event, CallEvent)}

    def around(call: str | None) -> list[CallEvent]:
        return [] if call is None else [*around(calls[call].parent), calls[call]]

    for event in run.events:
        if isinstance(event, LineEvent):
            functions = [call.name for call in around(event.call) if call.what == "function"]
            assert (functions or ["<module>"])[-1] == event.function
        elif isinstance(event, OpEvent) and event.line is not None:
            inside = around(event.call)
            assert [call.name for call in inside if call.what == "library"] == list(event.within)
            modules = [call.module for call in inside if call.what == "module"]
            assert (modules or [None])[-1] == (event.module if event.module != "self" else None)


def test_films_of_version_1_with_functions_or_modules_have_calls() -> None:
    kinds = {
        event.what for name in NAMES for event in upgraded(Run.model_validate_json(json_of(name))).events if isinstance(event, CallEvent)
    }
    assert kinds >= {"function"}


def test_write_names_the_tensors_whose_memory_it_reached_without_their_values() -> None:
    run = upgraded(Run.model_validate_json(json_of("edit-a-view")))
    edits = [event for event in run.events if isinstance(event, OpEvent) and event.writes]
    storages = {tensor.id: tensor.storage for tensor in run.tensors}
    assert any(edit.aliases for edit in edits)
    for edit in edits:
        for alias in edit.aliases:
            assert alias.value is None
            assert storages[alias.tensor] in {storages[write.tensor] for write in edit.writes}


@pytest.mark.parametrize("name", NAMES)
def test_diagnosis_that_was_raised_names_the_exception(name: str) -> None:
    run = upgraded(Run.model_validate_json(json_of(name)))
    for diagnosis in run.diagnoses:
        if diagnosis.raised:
            assert diagnosis.raise_event is not None
            assert isinstance(run.events[diagnosis.raise_event], RaiseEvent)


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


def test_film_of_the_present_form_is_left_as_it_is() -> None:
    document = {**json.loads(json_of("edit-after-save")), "schema_version": 2}
    run = upgraded(Run.model_validate(document))
    assert run.diagnoses[0].evidence
    assert upgraded(run) == run


@pytest.mark.parametrize("name", NAMES)
def test_evidence_of_an_old_film_begins_with_what_its_diagnosis_is_about(name: str) -> None:
    for diagnosis in run_from_json(json_of(name)).diagnoses:
        assert {diagnosis.tensor, diagnosis.node, f"e{diagnosis.event}"}.intersection(diagnosis.evidence[:3])


@pytest.mark.parametrize("kind", STORIES)
def test_evidence_of_a_film_that_lacks_it_is_what_diagnosing_states(see: See, kind: str) -> None:
    seen = see((PROGRAMS / "model.py").read_text() + (PROGRAMS / f"{kind}.py").read_text())
    parts = {name: getattr(seen.recording, name) for name in DIAGNOSED}
    run = Run(
        id="x",
        code=seen.code,
        engine=Engine(gradreel="0", torch="2", python="3"),
        stdout="",
        elapsed_ms=1,
        diagnoses=seen.diagnoses,
        **parts,
    )
    lacking = run.model_copy(update={"diagnoses": tuple(each.model_copy(update={"evidence": ()}) for each in run.diagnoses)})
    assert run_from_json(lacking.model_dump_json().encode()) == run_from_json(run.model_dump_json().encode())
    assert upgraded(lacking).diagnoses == run.diagnoses


def test_several_diagnoses_of_one_edit_in_an_old_film_become_one_that_lists_the_others() -> None:
    document = json.loads(json_of("edit-after-save"))
    (first,) = document["diagnoses"]
    second = {**first, "saved": "s8", "others": ["s9"], "saved_line": 4, "fixes": first["fixes"][:1]}
    document["diagnoses"] = [first, second, {**second, "edit_line": 99}]
    one, other = run_from_json(json.dumps(document).encode()).diagnoses
    assert (one.saved, one.others, one.params["others"]) == (first["saved"], ("s8", "s9"), 2)
    assert "2 more saved tensors" in one.message
    assert len(one.fixes) == len(first["fixes"])
    assert other.edit_line == 99
