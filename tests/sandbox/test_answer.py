"""Whatever bytes come out of a jail: a Recording that holds together, or ``ResultInvalid``, in bounded time and memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sandbox.report.answer import ResultInvalid, validate
from gradreel.trace import Recording
from gradreel.trace.references import RECORDS, event_models, paths
from tests.peak import peak_bytes
from tests.trace import minimal
from tests.trace.minimal import IDS

MIB = 1024 * 1024


def document(**changes: Any) -> dict[str, Any]:
    """A small recording that holds together: y = x * 2, backward."""
    value = {"shape": [1], "preview_shape": [1], "preview": [1.0]}
    made: dict[str, Any] = {
        "torch": "2.13.0",
        "python": "3.11.7",
        "fingerprint": {},
        "outcome": {"status": "completed", "failure": None},
        "events": [
            {"kind": "line", "index": 0, "line": 1, "function": "<module>", "depth": 0},
            {"kind": "op", "index": 1, "line": 1, "name": "mul", "inputs": ["t1"], "outputs": ["t2"], "nodes": ["n1"], "saves": ["s1"]},
            {
                "kind": "backward_start",
                "index": 2,
                "line": 2,
                "roots": ["t2"],
                "call": "backward",
                "retain_graph": False,
                "create_graph": False,
            },
            {"kind": "unpack", "index": 3, "line": 2, "saved": "s1", "saved_version": 0, "current_version": 0, "ok": True},
            {"kind": "node", "index": 4, "line": 2, "node": "n1", "grad_outputs": [value], "grad_inputs": [value]},
            {"kind": "free", "index": 5, "line": 2, "nodes": ["n1"]},
            {"kind": "backward_end", "index": 6, "line": 2},
        ],
        "tensors": [tensor("t1", True), tensor("t2", False)],
        "nodes": [
            {
                "id": "n1",
                "name": "MulBackward0",
                "kind": "function",
                "next_functions": [{"node": None, "output_nr": 0}],
                "line": 1,
                "event": 1,
            }
        ],
        "saved": [{"id": "s1", "node": "n1", "attribute": "self", "tensor": "t1", "saved_version": 0, "event": 1, "line": 1}],
        "gradients": [{"tensor": "t1", "name": "x", "value": value}],
    }
    return {**made, **changes}


def tensor(id_: str, is_leaf: bool) -> dict[str, Any]:
    """A float of one element."""
    return {
        "id": id_, "shape": [1], "dtype": "float32", "device": "cpu", "requires_grad": True, "is_leaf": is_leaf,
        "storage": "m1", "counter": "c1", "version": 0, "line": 1, "event": 1, "value": None,
    }  # fmt: skip


def encoded(value: Any) -> bytes:
    """As JSON."""
    return json.dumps(value).encode()


def with_event(position: int, **changes: Any) -> dict[str, Any]:
    """The document with one event changed."""
    events = [dict(event) for event in document()["events"]]
    events[position].update(changes)
    return document(events=events)


def with_calls(*more: dict[str, Any]) -> dict[str, Any]:
    """The document with further events, which begin and end calls."""
    return document(events=[*document()["events"], *more])


def call(id_: str, index: int) -> dict[str, Any]:
    """The beginning of a call."""
    return {"kind": "call", "index": index, "line": 1, "call": id_, "parent": None, "what": "function", "name": "f"}


def end(id_: str, index: int) -> dict[str, Any]:
    """The end of a call."""
    return {"kind": "return", "index": index, "line": 1, "call": id_}


def refused(value: Any) -> str:
    """Why it is refused."""
    with pytest.raises(ResultInvalid) as caught:
        validate(value if isinstance(value, bytes) else encoded(value))
    return str(caught.value)


def test_document_that_holds_together_is_read() -> None:
    """The starting point of the tests below."""
    assert len(validate(encoded(document())).events) == 7


BROKEN_BYTES: dict[str, bytes] = {
    "empty": b"",
    "not_json": b"[[[",
    "truncated": encoded(document())[:-20],
    "two_documents": encoded(document()) * 2,
    "trailing_garbage": encoded(document()) + b"x",
    "not_utf8": encoded(document()).replace(b"MulBackward0", b"Mul\xff\xfe"),
    "nul": b"\0" * 100,
    "lone_surrogate": encoded(document()).replace(b"MulBackward0", b"\\ud800"),
    "not_a_number": encoded(document()).replace(b"1.0", b"NaN"),
    "infinity": encoded(document()).replace(b"1.0", b"1e999"),
    "null": b"null",
    "list": b"[]",
    "number": b"7",
    "deep_lists": b"[" * 100_000,
    "deep_lists_closed": b"[" * 100_000 + b"]" * 100_000,
    "deep_objects": b'{"a":' * 100_000,
    "deep_inside_of_a_field": encoded(document()).replace(b'"MulBackward0"', b"[" * 5_000 + b"]" * 5_000),
    "million_digits": encoded(document()).replace(b"1.0", b"9" * 1_000_000),
    "integer_of_65_bits_for_a_version": encoded(document()).replace(b'"saved_version": 0', b'"saved_version": 18446744073709551616'),
    "exponent_where_an_integer_belongs": encoded(document()).replace(b'"index": 0', b'"index": 0e0'),
    "huge_exponent_where_an_integer_belongs": encoded(document()).replace(b'"saved_version": 0', b'"saved_version": 1e300'),
}


@pytest.mark.parametrize("name", BROKEN_BYTES)
def test_bytes_that_are_no_recording_are_refused(name: str) -> None:
    """By their form."""
    assert refused(BROKEN_BYTES[name])


BROKEN: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "index_out_of_order": (lambda: with_event(2, index=5), "events.2: its index is 5"),
    "tensor_twice": (lambda: document(tensors=[tensor("t1", True), tensor("t1", True), tensor("t2", False)]), "appears twice"),
    "event_of_tensor_beyond_the_end": (lambda: document(tensors=[{**tensor("t1", True), "event": 99}, tensor("t2", False)]), "no event 99"),
    "event_of_failure_beyond_the_end": (
        lambda: document(outcome={"status": "raised", "failure": {"kind": "python_error", "message": "", "event": 7}}),
        "no event 7",
    ),
    "call_begun_twice": (lambda: with_calls(call("k1", 7), call("k1", 8)), "k1 begins twice"),
    "call_ended_twice": (lambda: with_calls(call("k1", 7), end("k1", 8), end("k1", 9)), "k1 ends twice"),
    "call_ended_before_it_began": (lambda: with_calls(end("k1", 7), call("k1", 8)), "no k1"),
    "call_mentioned_before_it_began": (
        lambda: with_calls({"kind": "bind", "index": 7, "line": 1, "name": "x", "tensor": "t1", "call": "k1"}, call("k1", 8)),
        "no k1",
    ),
    "call_inside_of_itself": (lambda: with_calls({**call("k1", 7), "parent": "k1"}), "no k1"),
    "negative_index": (lambda: with_event(0, index=-1), "greater than or equal to 0"),
    "line_zero": (lambda: with_event(0, line=0), "greater than or equal to 1"),
    "unknown_kind": (lambda: with_event(0, kind="evil"), "tag"),
    "missing_field": (lambda: {k: v for k, v in document().items() if k != "outcome"}, "outcome"),
    "text_for_a_number": (lambda: with_event(0, depth="0"), "depth"),
    "bad_id": (lambda: document(tensors=[{**tensor("t1", True), "id": "x1"}]), "pattern"),
    "completed_with_failure": (lambda: document(outcome={"status": "completed", "failure": {"kind": "exit", "message": ""}}), "completed"),
    "raised_without_failure": (lambda: document(outcome={"status": "raised", "failure": None}), "failure"),
    "stopped_by_our_own_fault": (
        lambda: document(outcome={"status": "stopped", "failure": {"kind": "internal", "message": ""}}),
        "not for",
    ),
    "stopped_by_a_crash": (lambda: document(outcome={"status": "stopped", "failure": {"kind": "crash", "message": ""}}), "not for"),
    "raised_wall_time": (lambda: document(outcome={"status": "raised", "failure": {"kind": "wall_time", "message": ""}}), "raised"),
}

CELL = {"index": 1, "kind": "code", "line": 1, "end_line": 2, "status": "completed"}
BROKEN |= {
    "cells_in_one_line": (lambda: document(cells=[CELL, {**CELL, "line": 2}]), "cells.1"),
    "cell_that_ends_before_it_begins": (lambda: document(cells=[{**CELL, "line": 3}]), "cells.0"),
    "cell_with_events_that_are_not_there": (lambda: document(cells=[{**CELL, "events": [0, 99]}]), "no event 99"),
    "cells_that_share_an_event": (
        lambda: document(cells=[{**CELL, "events": [0, 1]}, {**CELL, "line": 3, "end_line": 3, "events": [1, 2]}]),
        "cells.1",
    ),
    "cell_stopped_by_our_own_fault": (
        lambda: document(cells=[{**CELL, "status": "stopped", "failure": {"kind": "internal", "message": ""}}]),
        "not for",
    ),
    "cell_that_raised_nothing": (lambda: document(cells=[{**CELL, "status": "raised"}]), "failure"),
    "cell_that_completed_with_a_failure": (
        lambda: document(cells=[{**CELL, "failure": {"kind": "python_error", "message": ""}}]),
        "failure",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_recording_that_does_not_hold_together_is_refused(name: str) -> None:
    """And it is said where."""
    make, words = BROKEN[name]
    assert words in refused(make())


CHECKED = ("tensors", "nodes", "saved", "calls")
"""The tables with records; storages and version counters have none."""
IN_EVENTS = [
    (kind, table, path)
    for kind, made in event_models().items()
    for table, places in paths(made).items()
    if table in CHECKED
    for path in places
]
IN_RECORDS = [
    (name, table, path) for name, made in RECORDS.items() for table, places in paths(made).items() if table in CHECKED for path in places
]


@pytest.mark.parametrize(("kind", "table", "path"), IN_EVENTS, ids=lambda part: part)
def test_event_that_mentions_an_unknown_id_is_refused(kind: str, table: str, path: str) -> None:
    known, unknown = IDS[table], IDS[table][0] + "9"
    for identity in (known, unknown):
        event = {**minimal.model(event_models()[kind], minimal.steps_of(path), identity), "index": 8, "line": 1}
        made = with_calls(call("k1", 7), {**event, "call": "k2"} if kind == "call" else event)
        assert identity in json.dumps(event)
        if identity == known:
            assert validate(encoded(made))
        else:
            assert f"events.8: there is no {unknown}" in refused(made)


@pytest.mark.parametrize(("name", "table", "path"), IN_RECORDS, ids=lambda part: part)
def test_record_that_mentions_an_unknown_id_is_refused(name: str, table: str, path: str) -> None:
    unknown = IDS[table][0] + "9"
    record = minimal.model(RECORDS[name], minimal.steps_of(path), unknown)
    own = {"id": IDS[name][0] + "5"} if name in IDS else {}
    assert f"there is no {unknown}" in refused(document(**{name: [*document().get(name, []), {**record, **own}]}))


def test_long_digits_inside_of_text_are_no_number() -> None:
    """A snippet may print 10**50."""
    text = json.dumps({"kind": "output", "index": 0, "line": 1, "stream": "stdout", "text": '"' + "9" * 60 + "\\"})
    assert validate(
        encoded(document(events=[], tensors=[], nodes=[], saved=[], gradients=[])).replace(
            b'"events": []', b'"events": [' + text.encode() + b"]"
        )
    )


def test_largest_integers_are_read() -> None:
    """uint64 and int64 exist as dtypes."""
    value = {"shape": [2], "preview_shape": [2], "preview": [2**64 - 1, -(2**63)]}
    assert validate(encoded(document(gradients=[{"tensor": "t1", "name": None, "value": value}])))


def test_unknown_fields_are_left_out() -> None:
    """A million of them would otherwise be a million complaints."""
    assert validate(encoded(document(evil=1))) == validate(encoded(document()))


BOMBS: dict[str, Callable[[], bytes]] = {
    "numbers_for_events": lambda: b'{"events": [' + b"1," * (8 * MIB - 20) + b"1]}",
    "empty_lists_for_events": lambda: b'{"events": [' + b"[]," * (5 * MIB) + b"[]]}",
    "empty_objects_for_events": lambda: b'{"events": [' + b"{}," * (5 * MIB) + b"{}]}",
    "numbers_for_inputs": lambda: encoded(document()).replace(b'"inputs": ["t1"]', b'"inputs": [' + b"1," * (7 * MIB) + b"1]"),
    "unknown_fields": lambda: b"{" + b",".join(b'"%d":0' % i for i in range(MIB)) + b"}",
    "unknown_fields_in_an_event": lambda: b'{"events": [{"kind": "line", ' + b",".join(b'"%d":0' % i for i in range(MIB)) + b"}]}",
    "bad_metadata": lambda: b'{"nodes": [{"metadata": {' + b",".join(b'"%d":[]' % i for i in range(MIB)) + b"}}]}",
    "objects_in_previews": lambda: (
        b'{"gradients": [{"tensor": "t1", "name": null, "value": {"preview": [' + b"{}," * (5 * MIB) + b"{}]}}]}"
    ),
    "one_long_text": lambda: b'{"torch": "' + b"x" * (15 * MIB) + b'"}',
    "escapes": lambda: b'{"torch": "' + b"\\u0041" * (2 * MIB) + b'"}',
}


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_of_sixteen_megabytes_is_refused_in_bounded_memory(name: str) -> None:
    """A tenth of a gigabyte per megabyte would let one visitor end the server."""
    bomb = BOMBS[name]()
    assert peak_bytes(lambda: refused(bomb)) < 1024 * MIB


@given(st.binary(max_size=2000))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    """And nothing else is raised."""
    try:
        validate(data)
    except ResultInvalid:
        return


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["t1", "n1", "s1", "op", "line", "completed"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from([*document(), "kind", "index", "line", "id", "node"]), inner, max_size=6)
    ),
    max_leaves=30,
)


@given(JSON)
@settings(max_examples=200, deadline=None)
def test_any_json_is_refused_or_read(value: Any) -> None:
    """Structured, and near to the contract's words."""
    try:
        validate(json.dumps(value).encode())
    except ResultInvalid:
        return


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_document_with_one_place_changed_is_refused_or_holds_together(data: st.DataObject) -> None:
    """What is let through can be written out and read again as the same."""
    value: Any = document()
    place: Any = value
    while True:
        key = data.draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    try:
        recording = validate(json.dumps(value).encode())
    except ResultInvalid:
        return
    assert Recording.model_validate_json(recording.model_dump_json()) == recording


@given(st.integers(0, len(encoded(document())) - 1), st.binary(min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_document_with_some_bytes_changed_is_refused_or_read(place: int, patch: bytes) -> None:
    """Bit rot, or somebody who writes to the pipe in between."""
    whole = encoded(document())
    try:
        validate(whole[:place] + patch + whole[place + len(patch) :])
    except ResultInvalid:
        return


GAPS: dict[str, dict[str, Any]] = {
    "ends before it begins": {"event": 3, "resumes": 2, "left_out": 5},
    "ends after the film": {"event": 3, "resumes": 99, "left_out": 5},
    "leaves out nothing": {"event": 7, "resumes": 7, "left_out": 0},
    "leaves out less than nothing": {"event": 7, "resumes": 7, "left_out": -4},
    "begins before the film": {"event": -1, "resumes": 3, "left_out": 5},
    "is no number": {"event": "3", "resumes": 3, "left_out": 5},
}


@pytest.mark.parametrize("gap", GAPS)
def test_gap_that_cannot_be_is_refused(gap: str) -> None:
    """Neither outside of the film nor with nothing left out."""
    assert "gap" in refused(document(gap=GAPS[gap]))


def test_gap_that_keeps_what_no_tracer_keeps_is_refused() -> None:
    """Of a middle part that is left out, no runs of nodes and no output stay."""
    kinds = [event["kind"] for event in document()["events"]]
    position = next(number for number, kind in enumerate(kinds) if kind in ("node", "unpack", "output"))
    reason = refused(document(gap={"event": position, "resumes": position + 1, "left_out": 3}))
    assert f"no {kinds[position]} is kept" in reason


def test_gap_between_two_complete_parts_is_read() -> None:
    """The number of events is not what it leaves out."""
    gap = validate(encoded(document(gap={"event": 2, "resumes": 2, "left_out": 1000}))).gap
    assert gap is not None
    assert gap.left_out == 1000
